import type { BookingView, TICKET_FIELDS } from '../booking/booking-view.ts';
import type {
  Confirmation,
  Done,
  EmailStatus,
  FirstUserCheck,
  Profile,
  Session,
  UsersPage,
  UsersQuery,
} from '../account/account.ts';
import type { AccountInput } from '../account/account-fields.ts';
import type { Availability, NextOpen, Slot } from '../booking/availability.ts';
import type { BookingPhoto, PhotoType, SentPhoto } from '../booking/photos.ts';
import type { BookingDetails, BookingRequest } from '../booking/booking-details.ts';
import type { OwnDetails } from '../booking/booking-form.ts';
import type { CivilDate } from '../civil-date.ts';
import type {
  AvailabilityChange,
  BookingFilter,
  BookingList,
  BookingPageView,
  CancelOutcome,
  DashboardPart,
  VisitsChoice,
} from '../booking/managed-booking.ts';
import type { EventsBatch, EventsFilter, EventsPage, EventsQuery } from '../owner/log-events.ts';
import type { SiteStatus } from '../owner/site-status.ts';
import type { NeedsAttention } from '../owner/needs-attention.ts';
import type { BookingStory } from '../owner/booking-story.ts';
import type { MovePlan } from '../owner/move-plan.ts';
import type { DayVisits, NearVisits } from '../owner/near-visits.ts';
import type { BookingsPage, BookingsQuery } from '../owner/bookings-list.ts';
import type { CustomersQuery, FoundCustomers, OpenTimes } from '../owner/phone-booking.ts';
import type { ClosurePlan, DatesQuery, Schedule, ScheduleQuery } from '../owner/schedule.ts';
import type { StatsQuery, SystemStats } from '../owner/stats.ts';
import { command, query, type Rpc } from './rpc.ts';
import type { Claim } from '../booking/session-type.ts';

/**
 * The public part of a booking, for every visitor who knows its public id: the session type, the date, and the first letter and the
 * domain of the address that its mail goes to.
 */
export interface Ticket extends Pick<BookingView, (typeof TICKET_FIELDS)[number]> {
  /** Confirmed: paid, until the visit's time is over. Refunded: paid when the slot was no longer free. */
  readonly state: 'confirmed' | 'over' | 'held' | 'expired' | 'refunded' | 'cancelled';
  /** Today's date in the business time zone. */
  readonly today: CivilDate;
  /** The outcome of canceling it now; null when there is nothing to cancel, or the visit has begun. */
  readonly cancel: CancelOutcome | null;
  /** Whether its customer booked it on the site, or the owner did for a customer on the phone. */
  readonly method: 'online' | 'owner';
  /** Whether the requesting browser may open the booking's page: it held the booking, or its signed-in account owns it. */
  readonly opensHere: boolean;
  /** The address that mails about the visit ahead go to, partly hidden unless it opens here; null when there is none. */
  readonly mailedTo: string | null;
  /** Whether the details of the visit can be corrected in the requesting browser. */
  readonly canCorrect: boolean;
}

/** A visitor's own hold, with everything they typed, so that they can still pay or take the slot again. */
export interface CurrentHold {
  readonly eventId: string;
  /** Lapsed: it ended before it was paid. Refunded: it was paid when the slot was no longer free. */
  readonly state: 'standing' | 'lapsed' | 'booked' | 'refunded';
  readonly slot: Slot;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Null when the hold has lapsed, and when the checkout could not be opened: posting the form again opens it. */
  readonly payUrl: string | null;
  /** Null once it is booked: the form starts empty. */
  readonly details: BookingDetails | null;
}

/** Every call. `server/calls.ts` lists their handlers. */
export const contract = {
  /** Bookable days: the whole booking window unless narrowed. */
  availability: query<{ readonly from?: CivilDate; readonly to?: CivilDate }, Availability>(),
  nextOpen: query<void, NextOpen>(),
  ticket: query<{ readonly eventId: string }, Ticket | null>(),
  currentHold: query<void, CurrentHold | null>(),
  /** Initial answers of the booking form for the signed-in account; null for a guest. */
  ownDetails: query<void, OwnDetails | null>(),
  /** Availability and its changes, for as long as the stream is read. */
  availabilityLive: query<{ readonly from?: CivilDate; readonly to?: CivilDate }, AsyncIterable<AvailabilityChange>>(),
  /** A booking, for a caller with access to it; `unknown-booking` for any other. */
  managedBooking: query<{ readonly eventId: string }, BookingPageView>(),
  /**
   * Days to which a booking can be moved, as `availability`; null when its link was replaced, `unknown-booking` without access.
   */
  rescheduleAvailability: query<
    { readonly eventId: string; readonly from?: CivilDate; readonly to?: CivilDate },
    Availability | null
  >(),
  /** The dashboard of the signed-in account, part by part. */
  dashboard: query<void, AsyncIterable<DashboardPart>>(),
  /** All bookings of the signed-in account. */
  bookings: query<{ readonly filter: BookingFilter; readonly page: number }, BookingList>(),
  /** Moves a visit from where its customer sees it; `redirect` is its page. `key` is the idempotency key. */
  reschedule: command<
    {
      readonly eventId: string;
      readonly from: Slot;
      readonly date: CivilDate;
      readonly claim: Claim;
      readonly key: string;
    },
    Done
  >(),
  /** Cancels a visit where its customer sees it; `expects` is the outcome that they were shown. */
  cancel: command<
    { readonly eventId: string; readonly from: Slot; readonly expects: CancelOutcome; readonly key: string },
    { readonly redirect: string }
  >(),
  /** Corrects name, contact and address of a visit; mails the confirmation with a new manage link to the address. */
  correctDetails: command<AccountInput<'correctDetails'>, Done>(),
  /** Holds the slot and opens the checkout; `redirect` is the payment page. `key` is the idempotency key. */
  hold: command<BookingRequest, { readonly redirect: string }>(),
  /** Begins the upload of a photo of the job straight to the object storage: a form for it, and its sealed name. */
  startPhoto: command<
    { readonly type: PhotoType },
    { readonly url: string; readonly fields: Readonly<Record<string, string>>; readonly upload: string }
  >(),
  /** Prepares an uploaded photo. */
  finishPhoto: command<{ readonly upload: string }, SentPhoto>(),
  /** Adds sent photos to a booking, or removes one; with the photos that it has then. */
  addPhotos: command<
    { readonly eventId: string; readonly tickets: readonly string[] },
    { readonly photos: readonly BookingPhoto[] }
  >(),
  removePhoto: command<
    { readonly eventId: string; readonly photo: string },
    { readonly photos: readonly BookingPhoto[] }
  >(),
  /** Ends the visitor's hold at once and makes their browser forget it; a hold that was just paid stays booked. */
  forgetHold: command<void, Done>(),
  /**
   * Deletes the personal data of a guest's booking. `visit` is the choice about a visit that is ahead, absent when the page showed
   * none; `expects` is the outcome of a cancellation that it showed.
   */
  deleteVisitData: command<
    {
      readonly eventId: string;
      readonly from: Slot;
      readonly visit?: VisitsChoice;
      readonly expects?: CancelOutcome;
    },
    Done
  >(),
  /** Makes the browser forget one booked visit, which stays booked. */
  forgetVisit: command<{ readonly eventId: string }, Done>(),

  session: query<void, Session>(),
  firstUser: query<void, FirstUserCheck>(),
  emailStatus: query<void, EmailStatus>(),
  /** The address of the account that a reset link is for; null when the link is no longer valid. */
  resetLink: query<{ readonly token: string }, { readonly email: string | null }>(),
  /** What a mailed link would do. */
  confirmation: query<{ readonly token: string }, Confirmation | null>(),
  profile: query<void, Profile>(),
  users: query<UsersQuery, UsersPage>(),
  /** The visits of today and tomorrow, for the owner. */
  nearVisits: query<void, NearVisits>(),
  /** The owner's schedule of a day, a week or a month. */
  schedule: query<ScheduleQuery, Schedule>(),
  /** Customers that the owner looks for, and the one chosen before. */
  /** All bookings, for the owner. */
  allBookings: query<BookingsQuery, BookingsPage>(),
  /** From a date on, or from today on. */
  openTimes: query<{ readonly from?: CivilDate }, OpenTimes>(),
  customers: query<CustomersQuery, FoundCustomers>(),
  /** What closing units of some dates would do. */
  closurePlan: query<DatesQuery, ClosurePlan>(),
  /** Failures that the owner has to look at, oldest first. */
  needsAttention: query<void, NeedsAttention>(),
  /** A page of the event log, newest first, without personal data. */
  logEvents: query<EventsQuery, EventsPage>(),
  /** Everything that happened to one booking, for the owner. */
  bookingStory: query<{ readonly eventId: string }, BookingStory>(),
  /** Numbers of the business and of the system. */
  stats: query<StatsQuery, SystemStats>(),
  /** The secret address of the admin's own calendar; null for none. */
  calendarFeed: query<void, { readonly url: string | null }>(),
  /** The visits of one date, to print; of today when it is left out. */
  daySheet: query<{ readonly date?: CivilDate }, DayVisits>(),
  /** The times to which the owner can move a visit, and what a move to `date` and `claim` would mean. */
  movePlan: query<{ readonly eventId: string } & Partial<Slot>, MovePlan>(),
  /** Whether everything that follows the log keeps up, and how far a rebuild is. */
  siteStatus: query<void, SiteStatus>(),
  /** Rebuilds the projections. */
  rebuild: command<AccountInput<'rebuild'>, Done>(),
  /** The events after a position, then those that are recorded, for as long as the stream is read. */
  logEventsLive: query<EventsFilter & { readonly after: number }, AsyncIterable<EventsBatch>>(),

  register: command<AccountInput<'register'>, Done>(),
  signIn: command<AccountInput<'signIn'>, Done>(),
  signOut: command<AccountInput<'signOut'>, Done>(),
  forgotPassword: command<AccountInput<'forgotPassword'>, Done>(),
  /** Mails the links of all bookings made with an address to that address. The response is the same for every address. */
  sendLinks: command<AccountInput<'sendLinks'>, Done>(),
  resetPassword: command<AccountInput<'resetPassword'>, Done>(),
  confirmEmail: command<AccountInput<'confirmEmail'>, Done>(),
  resendVerification: command<AccountInput<'resendVerification'>, Done>(),
  changeProfile: command<AccountInput<'changeProfile'>, Done>(),
  changeEmail: command<AccountInput<'changeEmail'>, Done>(),
  withdrawEmailChange: command<AccountInput<'withdrawEmailChange'>, Done>(),
  changePassword: command<AccountInput<'changePassword'>, Done>(),
  endSession: command<AccountInput<'endSession'>, Done>(),
  endOtherSessions: command<AccountInput<'endOtherSessions'>, Done>(),
  deleteAccount: command<AccountInput<'deleteAccount'>, Done>(),
  changeRole: command<AccountInput<'changeRole'>, Done>(),
  setDisabled: command<AccountInput<'setDisabled'>, Done>(),
  resendVerificationTo: command<AccountInput<'resendVerificationTo'>, Done>(),
  signOutUser: command<AccountInput<'signOutUser'>, Done>(),
  completeVisit: command<AccountInput<'completeVisit'>, Done>(),
  undoCompletion: command<AccountInput<'undoCompletion'>, Done>(),
  recordNoShow: command<AccountInput<'recordNoShow'>, Done>(),
  undoNoShow: command<AccountInput<'undoNoShow'>, Done>(),
  /** Cancels a visit for the owner, where the owner saw it, with a full refund. */
  cancelForCustomer: command<AccountInput<'cancelForCustomer'>, Done>(),
  /** Moves a visit for its customer, from where the owner saw it. */
  moveForCustomer: command<AccountInput<'moveForCustomer'>, Done>(),
  /** Refunds a payment that was kept for a late cancellation. */
  refundKeptPayment: command<AccountInput<'refundKeptPayment'>, Done>(),
  /** Attempts a failed refund again at once. */
  retryRefund: command<AccountInput<'retryRefund'>, Done>(),
  /** Books for a customer on the phone, who pays the owner directly. */
  bookByPhone: command<AccountInput<'bookByPhone'>, Done>(),
  /** Notes that money which the customer had paid to the owner directly was given back. */
  settleRefund: command<AccountInput<'settleRefund'>, Done>(),
  /** Sends a mail of the owner's own words to the customer of a booking. */
  sendMessage: command<AccountInput<'sendMessage'>, Done>(),
  /** Corrects the same for the customer. */
  correctForCustomer: command<AccountInput<'correctForCustomer'>, Done>(),
  /** Closes free units of some dates to customers, for the owner. */
  closeUnits: command<AccountInput<'closeUnits'>, Done>(),
  openUnits: command<AccountInput<'openUnits'>, Done>(),
  /** Makes the admin's calendar address, in place of an earlier one. */
  makeCalendarFeed: command<AccountInput<'makeCalendarFeed'>, Done>(),
  removeCalendarFeed: command<AccountInput<'removeCalendarFeed'>, Done>(),
  sendMailAgain: command<AccountInput<'sendMailAgain'>, Done>(),
  sendWebhookAgain: command<AccountInput<'sendWebhookAgain'>, Done>(),
  /** Has the webhook messages that wait attempted at once. */
  hastenWebhooks: command<AccountInput<'hastenWebhooks'>, Done>(),
  /** Takes an item off the list of what needs attention, or puts it back. */
  dismissAttention: command<AccountInput<'dismissAttention'>, Done>(),
  restoreAttention: command<AccountInput<'restoreAttention'>, Done>(),
};

export type Contract = typeof contract;
export type AppRpc = Rpc<Contract>;

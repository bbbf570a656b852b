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
import type { BookingPhoto } from '../booking/photos.ts';
import type { BookingDetails, BookingRequest } from '../booking/booking-details.ts';
import type { OwnDetails } from '../booking/booking-form.ts';
import type { CivilDate } from '../civil-date.ts';
import type {
  AvailabilityChange,
  BookingFilter,
  BookingList,
  BookingPageView,
  CancelOutcome,
  Dashboard,
  VisitsChoice,
} from '../booking/managed-booking.ts';
import type { EventsBatch, EventsFilter, EventsPage, EventsQuery } from '../owner/log-events.ts';
import type { SiteStatus, StatsQuery, SystemStats } from '../owner/stats.ts';
import type { NeedsAttention } from '../owner/needs-attention.ts';
import type { BookingStory } from '../owner/booking-story.ts';
import type { MovePlan } from '../owner/move-plan.ts';
import type { DayVisits, NearVisits } from '../owner/near-visits.ts';
import type { BookingsPage, BookingsQuery } from '../owner/bookings-list.ts';
import type { CustomersQuery, FoundCustomers, OpenTimes } from '../owner/phone-booking.ts';
import type { ClosurePlan, DatesQuery, Schedule, ScheduleQuery } from '../owner/schedule.ts';
import { command, query, type Rpc } from './rpc.ts';
import type { Claim } from '../booking/session-type.ts';

/** What every visitor who knows the public id sees. */
export interface Ticket extends Pick<BookingView, (typeof TICKET_FIELDS)[number]> {
  /** `confirmed`: until the visit is over. `refunded`: paid when the slot was no longer free. */
  readonly state: 'confirmed' | 'over' | 'held' | 'expired' | 'refunded' | 'cancelled';
  readonly today: CivilDate;
  readonly cancel: CancelOutcome | null;
  readonly method: 'online' | 'owner';
  /** This browser held the booking, or its account owns it. */
  readonly opensHere: boolean;
  /** First letter and domain unless it opens here; null if there is no address. */
  readonly mailedTo: string | null;
  readonly canCorrect: boolean;
}

/** With everything typed, so that the visitor can still pay or take the slot again. */
export interface CurrentHold {
  readonly eventId: string;
  /** `lapsed`: unpaid. `refunded`: paid when the slot was no longer free. */
  readonly state: 'standing' | 'lapsed' | 'booked' | 'refunded';
  readonly slot: Slot;
  readonly expiresAt: number;
  /** Null if the hold has lapsed or no checkout could be opened: post the form again. */
  readonly payUrl: string | null;
  readonly details: BookingDetails | null;
}

/** `server/calls.ts` lists the handlers. */
export const contract = {
  /** All days that pages show. */
  availability: query<void, Availability>(),
  nextOpen: query<void, NextOpen>(),
  ticket: query<{ readonly eventId: string }, Ticket | null>(),
  currentHold: query<void, CurrentHold | null>(),
  ownDetails: query<void, OwnDetails | null>(),
  availabilityLive: query<void, AsyncIterable<AvailabilityChange>>(),
  managedBooking: query<{ readonly eventId: string }, BookingPageView>(),
  /** Null if the link was replaced. Refuses `unknown-booking` without access. */
  rescheduleAvailability: query<{ readonly eventId: string }, Availability | null>(),
  dashboard: query<void, Dashboard>(),
  bookings: query<{ readonly filter: BookingFilter; readonly page: number }, BookingList>(),
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
  /** `expects`: the outcome that the customer was shown. */
  cancel: command<
    { readonly eventId: string; readonly from: Slot; readonly expects: CancelOutcome; readonly key: string },
    { readonly redirect: string }
  >(),
  correctDetails: command<AccountInput<'correctDetails'>, Done>(),
  hold: command<BookingRequest, { readonly redirect: string }>(),
  addPhotos: command<
    { readonly eventId: string; readonly tickets: readonly string[] },
    { readonly photos: readonly BookingPhoto[] }
  >(),
  removePhoto: command<
    { readonly eventId: string; readonly photo: string },
    { readonly photos: readonly BookingPhoto[] }
  >(),
  forgetHold: command<void, Done>(),
  /** `visit`: keep or cancel a visit ahead. `expects`: the outcome that the page showed. */
  deleteVisitData: command<
    {
      readonly eventId: string;
      readonly from: Slot;
      readonly visit?: VisitsChoice;
      readonly expects?: CancelOutcome;
    },
    Done
  >(),
  forgetVisit: command<{ readonly eventId: string }, Done>(),

  session: query<void, Session>(),
  firstUser: query<void, FirstUserCheck>(),
  emailStatus: query<void, EmailStatus>(),
  resetLink: query<{ readonly token: string }, { readonly email: string | null }>(),
  confirmation: query<{ readonly token: string }, Confirmation | null>(),
  profile: query<void, Profile>(),
  users: query<UsersQuery, UsersPage>(),
  nearVisits: query<void, NearVisits>(),
  schedule: query<ScheduleQuery, Schedule>(),
  allBookings: query<BookingsQuery, BookingsPage>(),
  openTimes: query<{ readonly from?: CivilDate }, OpenTimes>(),
  customers: query<CustomersQuery, FoundCustomers>(),
  closurePlan: query<DatesQuery, ClosurePlan>(),
  needsAttention: query<void, NeedsAttention>(),
  logEvents: query<EventsQuery, EventsPage>(),
  bookingStory: query<{ readonly eventId: string }, BookingStory>(),
  stats: query<StatsQuery, SystemStats>(),
  calendarFeed: query<void, { readonly url: string | null }>(),
  daySheet: query<{ readonly date?: CivilDate }, DayVisits>(),
  movePlan: query<{ readonly eventId: string } & Partial<Slot>, MovePlan>(),
  siteStatus: query<void, SiteStatus>(),
  rebuild: command<AccountInput<'rebuild'>, Done>(),
  logEventsLive: query<EventsFilter & { readonly after: number }, AsyncIterable<EventsBatch>>(),

  register: command<AccountInput<'register'>, Done>(),
  signIn: command<AccountInput<'signIn'>, Done>(),
  signOut: command<AccountInput<'signOut'>, Done>(),
  forgotPassword: command<AccountInput<'forgotPassword'>, Done>(),
  /** The response is the same for every address. */
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
  cancelForCustomer: command<AccountInput<'cancelForCustomer'>, Done>(),
  moveForCustomer: command<AccountInput<'moveForCustomer'>, Done>(),
  refundKeptPayment: command<AccountInput<'refundKeptPayment'>, Done>(),
  retryRefund: command<AccountInput<'retryRefund'>, Done>(),
  bookByPhone: command<AccountInput<'bookByPhone'>, Done>(),
  settleRefund: command<AccountInput<'settleRefund'>, Done>(),
  sendMessage: command<AccountInput<'sendMessage'>, Done>(),
  correctForCustomer: command<AccountInput<'correctForCustomer'>, Done>(),
  closeUnits: command<AccountInput<'closeUnits'>, Done>(),
  openUnits: command<AccountInput<'openUnits'>, Done>(),
  makeCalendarFeed: command<AccountInput<'makeCalendarFeed'>, Done>(),
  removeCalendarFeed: command<AccountInput<'removeCalendarFeed'>, Done>(),
  sendMailAgain: command<AccountInput<'sendMailAgain'>, Done>(),
  sendWebhookAgain: command<AccountInput<'sendWebhookAgain'>, Done>(),
  hastenWebhooks: command<AccountInput<'hastenWebhooks'>, Done>(),
  dismissAttention: command<AccountInput<'dismissAttention'>, Done>(),
  restoreAttention: command<AccountInput<'restoreAttention'>, Done>(),
};

export type Contract = typeof contract;
export type AppRpc = Rpc<Contract>;

import type {
  Confirmation,
  Done,
  EmailStatus,
  FirstUserCheck,
  Profile,
  Session,
  UsersPage,
  UsersQuery,
} from './account.ts';
import type { AccountInput } from './account-fields.ts';
import type { Availability, NextOpen, Slot } from './availability.ts';
import type { BookingDetails } from './booking-details.ts';
import type { OwnDetails } from './booking-form.ts';
import type { CivilDate } from './civil-date.ts';
import type { Policy } from './fixed-terms.ts';
import type {
  AvailabilityChange,
  BookingFilter,
  BookingList,
  BookingView,
  CancelOutcome,
  DashboardPart,
} from './managed-booking.ts';
import { command, query, type Rpc } from './rpc.ts';
import type { Claim, SessionType } from './session-type.ts';

/** What anyone who knows a booking's public id may see: the session and its date, nothing about the person. */
export interface Ticket {
  readonly eventId: string;
  readonly service: SessionType;
  readonly date: CivilDate;
  readonly claim: Claim;
  /** Confirmed: paid, until the visit's time is over. Refunded: paid when it could no longer be had. */
  readonly state: 'confirmed' | 'over' | 'held' | 'expired' | 'refunded' | 'cancelled';
  /** The business's own date now. */
  readonly today: CivilDate;
  /** What canceling it would do now; null when there is nothing to cancel, or it has begun. */
  readonly cancel: CancelOutcome | null;
  readonly priceCents: number;
  /** The last date, to its end, on which it can be moved or cancelled free; null when there never was one. */
  readonly freeChangesThrough: CivilDate | null;
  /** Null for what was never confirmed. */
  readonly policy: Policy | null;
  /** Whether the booking's page opens in the browser that asked: it is known there, or an account's that is signed in. */
  readonly opensHere: boolean;
}

/** A visitor's own hold, with all they typed, so that they can pay after all, or take the time again. */
export interface CurrentHold {
  readonly eventId: string;
  /** Lapsed: its time was over before it was paid. Refunded: it was paid when it could no longer be had. */
  readonly state: 'standing' | 'lapsed' | 'booked' | 'refunded';
  readonly slot: Slot;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Null when it has lapsed, and when the checkout could not be opened: then sending the form again opens it. */
  readonly payUrl: string | null;
  /** Null once it is booked: the form begins anew. */
  readonly details: BookingDetails | null;
}

/** Every call there is. `server/calls.ts` says where each is answered. */
export const contract = {
  /** Days that can be booked: the whole booking window unless narrowed. */
  availability: query<{ readonly from?: CivilDate; readonly to?: CivilDate }, Availability>(),
  nextOpen: query<void, NextOpen>(),
  ticket: query<{ readonly eventId: string }, Ticket | null>(),
  currentHold: query<void, CurrentHold | null>(),
  /** What the booking form can begin with for whoever is signed in; null for everyone else. */
  ownDetails: query<void, OwnDetails | null>(),
  /** Availability as it changes, for as long as it is read. */
  availabilityLive: query<{ readonly from?: CivilDate; readonly to?: CivilDate }, AsyncIterable<AvailabilityChange>>(),
  /** A booking of whoever holds its link; `unknown-booking` for everyone else. */
  managedBooking: query<{ readonly eventId: string }, BookingView>(),
  /** Days to which a booking can be moved, as `availability`; null when its link was replaced, `unknown-booking` for strangers. */
  rescheduleAvailability: query<
    { readonly eventId: string; readonly from?: CivilDate; readonly to?: CivilDate },
    Availability | null
  >(),
  /** The dashboard of whoever is signed in, part by part. */
  dashboard: query<void, AsyncIterable<DashboardPart>>(),
  /** All their bookings. */
  bookings: query<{ readonly filter: BookingFilter; readonly page: number }, BookingList>(),
  /** Moves a visit from where its customer sees it; `redirect` is its page. Sending it twice with one `key` is harmless. */
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
  /** Cancels a visit where its customer sees it; `expects` is what they were told becomes of the money. */
  cancel: command<
    { readonly eventId: string; readonly from: Slot; readonly expects: CancelOutcome; readonly key: string },
    { readonly redirect: string }
  >(),
  /** Claims the slot and opens the checkout; `redirect` is where to pay. Sending it twice with one `key` is harmless. */
  hold: command<BookingDetails & { readonly key: string }, { readonly redirect: string }>(),
  /** Gives the visitor's hold back at once and has their browser forget it; one that was just paid stands. */
  forgetHold: command<void, Done>(),
  /** Has the browser forget one booked visit, which stays booked. */
  forgetVisit: command<{ readonly eventId: string }, Done>(),

  session: query<void, Session>(),
  firstUser: query<void, FirstUserCheck>(),
  emailStatus: query<void, EmailStatus>(),
  /** The address of the account that a reset link is for; null when it holds no more. */
  resetLink: query<{ readonly token: string }, { readonly email: string | null }>(),
  /** The address of the account that a link makes a browser known for; null when it holds no more. */
  browserLink: query<{ readonly token: string }, { readonly email: string | null }>(),
  /** What the link of a mail would do. */
  confirmation: query<{ readonly token: string }, Confirmation | null>(),
  profile: query<void, Profile>(),
  users: query<UsersQuery, UsersPage>(),

  register: command<AccountInput<'register'>, Done>(),
  signIn: command<AccountInput<'signIn'>, Done>(),
  signOut: command<AccountInput<'signOut'>, Done>(),
  forgotPassword: command<AccountInput<'forgotPassword'>, Done>(),
  /** Mails the links of all bookings that were made with an address there. Answers the same for every address. */
  sendLinks: command<AccountInput<'sendLinks'>, Done>(),
  resetPassword: command<AccountInput<'resetPassword'>, Done>(),
  makeBrowserKnown: command<AccountInput<'makeBrowserKnown'>, Done>(),
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
};

export type Contract = typeof contract;
export type AppRpc = Rpc<Contract>;

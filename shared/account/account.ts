/** Account data of pages and calls. Instants are milliseconds since the epoch. */
import type { BookingView, PLACE_FIELDS } from '../booking/booking-view.ts';
import type { City } from '../business/cities.ts';
import type { CancelOutcome } from '../booking/managed-booking.ts';

export const ROLES = ['user', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** The signed-in user, as every page may know them. */
export interface SessionUser {
  /** The token that this account's pages send with their forms and calls. */
  readonly formToken: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly emailVerified: boolean;
  readonly createdAt: number;
}

export interface Session {
  readonly authenticated: boolean;
  readonly user: SessionUser | null;
}

/** Whether an account exists yet: the first one becomes the owner's. */
export interface FirstUserCheck {
  readonly isFirst: boolean;
  /** Whether the first registration must carry the setup token. */
  readonly asksSetupToken: boolean;
}

/** Whether mail can be sent now, and the business's phone number as an alternative. */
export interface EmailStatus {
  readonly canSend: boolean;
  readonly email: string;
  /** Null when the owner shows none. */
  readonly phone: string | null;
}

/** What a mailed link would do; null when it is used, expired or unknown. */
export type Confirmation =
  | {
      readonly kind: 'verify';
      readonly email: string;
      /** Whether the password must be typed: the caller is not signed in as this account. */
      readonly asksPassword: boolean;
    }
  | {
      readonly kind: 'change';
      /** The address that the link was sent to: the new one or the current one. */
      readonly side: 'new' | 'old';
      /** The new address. */
      readonly email: string;
      /** The current address. Null on the side of the new one, whose mailbox may be another person's. */
      readonly previous: string | null;
      /** Whether the caller is signed in as this account. */
      readonly isOwn: boolean;
      /** Whether this is the last missing confirmation: the account's address changes with it. */
      readonly isLast: boolean;
    };

/** The result of a successful command: where to go, and the notice to show there. */
export interface Done {
  readonly redirect: string;
  readonly notice: Notice | null;
  /** The name or address of the account concerned, when it is not the caller's. */
  readonly whom?: string;
}

/** The notices of successful commands. The client words them. */
export const NOTICES = [
  'registered',
  'reset-sent',
  'links-sent',
  'password-reset',
  'password-changed',
  'email-verified',
  'verification-sent',
  'verification-just-sent',
  'email-change-sent',
  'email-change-sent-new',
  'email-change-half',
  'email-change-withdrawn',
  'email-changed',
  'other-email-half',
  'other-email-changed',
  'profile-saved',
  'session-ended',
  'other-sessions-ended',
  'signed-out',
  'account-deleted',
  'account-deleted-visits-canceled',
  'account-deleted-visits-kept',
  'user-made-admin',
  'user-made-plain',
  'user-disabled',
  'user-let-in',
  'user-sent-link',
  'user-just-sent-link',
  'user-confirmed',
  'user-signed-out',
  'visit-completed',
  'completion-undone',
  'no-show-recorded',
  'no-show-undone',
  'visit-canceled-by-owner',
  'visit-moved-by-owner',
  'kept-payment-refunded',
  'refund-retried',
  'booked-by-phone',
  'booked-by-phone-mailed',
  'message-sent',
  'details-corrected',
  'customer-corrected',
  'customer-corrected-mailed',
  'refund-owed',
  'refund-settled',
  'rebuild-started',
  'mail-sent-again',
  'webhook-sent-again',
  'webhooks-hastened',
  'attention-dismissed',
  'attention-restored',
  'units-closed',
  'units-opened',
  'calendar-feed-made',
  'calendar-feed-replaced',
  'calendar-feed-removed',
  'hold-given-back',
  'hold-left',
  'hold-forgotten',
  'visit-forgotten',
  'visit-data-deleted',
  'visit-data-deleted-canceled',
  'visit-data-deleted-after-visit',
  'visit-moved',
] as const;
export type Notice = (typeof NOTICES)[number];

/** A valid sign-in session. */
export interface SignInSession {
  readonly id: string;
  /** Whether the caller is using it now. */
  readonly isCurrent: boolean;
  /** `Firefox on Windows`; `Unknown device` when the browser does not identify itself. */
  readonly device: string;
  readonly signedInAt: number;
  readonly lastSeenAt: number;
}

export interface Profile {
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** Empty when not given; the same holds for the next two. */
  readonly phone: string;
  readonly address: string;
  readonly area: City | '';
  readonly role: Role;
  readonly createdAt: number;
  /** The previous sign-in; null when this is the first. */
  readonly lastSignInAt: number | null;
  /** A pending change of address. */
  readonly emailChange: {
    readonly email: string;
    /** The address that has confirmed so far; null when neither has. */
    readonly confirmedBy: 'new' | 'old' | null;
    /** Whether the current address must confirm too: not when it was never confirmed itself. */
    readonly asksOld: boolean;
  } | null;
  /** Newest first. */
  readonly sessions: readonly SignInSession[];
  /** Booked visits that are not over, soonest first: an owner who deletes the account decides about them. */
  readonly visitsAhead: readonly VisitAhead[];
}

/** A visit of an account that is not over. */
export interface VisitAhead extends Pick<BookingView, (typeof PLACE_FIELDS)[number]> {
  /** The outcome of canceling it now; null once it has begun. */
  readonly outcome: CancelOutcome | null;
  /** Cents paid for it that are not being refunded. */
  readonly cents: number;
  /** The address that mails about it go to. */
  readonly email: string;
}

export const USER_SORTS = ['name', 'email', 'role', 'emailVerified', 'createdAt'] as const;
export type UserSort = (typeof USER_SORTS)[number];
export const SORT_ORDERS = ['asc', 'desc'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];
export const ROLE_FILTERS = ['all', ...ROLES] as const;
export type RoleFilter = (typeof ROLE_FILTERS)[number];

/** The admin's list of users: filter, order and page (SPEC.md sections 2 and 7). */
export interface UsersQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly sortBy: UserSort;
  readonly sortOrder: SortOrder;
  readonly secondarySortBy: UserSort;
  readonly secondarySortOrder: SortOrder;
  /** Part of a name or an address; empty for all. */
  readonly search: string;
  readonly role: RoleFilter;
}

/** Limits of a page of the list of users: the largest is sent within 20 ms. */
export const USERS_LIMITS = { pageSize: 50, page: 1_000_000, search: 200 } as const;

export interface ListedUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly emailVerified: boolean;
  readonly createdAt: number;
  readonly isDisabled: boolean;
}

export interface UsersPage {
  readonly users: readonly ListedUser[];
  /** The last page, if a later one was asked for. */
  readonly page: number;
  readonly pageSize: number;
  /** Matching users on all pages. */
  readonly total: number;
  /** At least 1. */
  readonly pages: number;
}

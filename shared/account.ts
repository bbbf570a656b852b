/** What pages and calls say of accounts. Instants are milliseconds since the epoch. */
import type { Slot } from './availability.ts';
import type { City } from './cities.ts';
import type { CancelOutcome } from './managed-booking.ts';
import type { SessionType } from './session-type.ts';

export const ROLES = ['user', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** The signed-in user, as every page may know them. */
export interface SessionUser {
  /** What tells this account's pages from another's: no secret, and not its id. */
  readonly mark: string;
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

/** Whether anybody has registered yet: the first account becomes the owner's. */
export interface FirstUserCheck {
  readonly isFirst: boolean;
  /** Whether that first registration must carry the setup token. */
  readonly asksSetupToken: boolean;
}

/** Whether mail can be sent now, and how else to reach the business. */
export interface EmailStatus {
  readonly canSend: boolean;
  readonly email: string;
  /** Null when the owner shows none. */
  readonly phone: string | null;
}

/** What the link of a mail would do; null when it is used up, too old or never was. */
export type Confirmation =
  | {
      readonly kind: 'verify';
      readonly email: string;
      /** Whether the password must be typed: whoever asks is not signed in as this account. */
      readonly asksPassword: boolean;
    }
  | {
      readonly kind: 'change';
      /** The address that the link was sent to: the new one, or the one in use so far. */
      readonly side: 'new' | 'old';
      /** The new address. */
      readonly email: string;
      /** The one in use so far; null on the side of the new one, whose mailbox may be anybody's. */
      readonly previous: string | null;
      /** Whether whoever asks is signed in as this account. */
      readonly isOwn: boolean;
      /** Whether nothing else is missing: the account moves with it. */
      readonly isLast: boolean;
    };

/** What a command that worked leads to: where to go, and what to say there. */
export interface Done {
  readonly redirect: string;
  readonly notice: Notice | null;
  /** The name or the address of whoever it was done to, when that is somebody else. */
  readonly whom?: string;
}

/** Everything that can have worked. Wording is the client's. */
export const NOTICES = [
  'registered',
  'reset-sent',
  'links-sent',
  'password-reset',
  'password-changed',
  'browser-known',
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
  'hold-given-back',
  'hold-left',
  'hold-forgotten',
  'visit-forgotten',
  'visit-moved',
] as const;
export type Notice = (typeof NOTICES)[number];

/** A sign-in that still holds. */
export interface SignInSession {
  readonly id: string;
  /** Whether it is the one that asks. */
  readonly isCurrent: boolean;
  /** `Firefox on Windows`; `Unknown device` when the browser does not tell. */
  readonly device: string;
  readonly signedInAt: number;
  readonly lastSeenAt: number;
}

export interface Profile {
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** Empty when not given; so are the next two. */
  readonly phone: string;
  readonly address: string;
  readonly area: City | '';
  readonly role: Role;
  readonly createdAt: number;
  /** The sign-in before this one; null when this is the first. */
  readonly lastSignInAt: number | null;
  /** An address that waits for confirmation. */
  readonly emailChange: {
    readonly email: string;
    /** Which of the two addresses has confirmed so far. */
    readonly confirmedBy: 'new' | 'old' | null;
    /** Whether the one in use so far has to: not when it was never confirmed itself. */
    readonly asksOld: boolean;
  } | null;
  /** Newest first. */
  readonly sessions: readonly SignInSession[];
  /** Booked visits that are not over, the soonest first: an owner who deletes the account decides about them. */
  readonly visitsAhead: readonly VisitAhead[];
}

/** A visit of an account that is not over. */
export interface VisitAhead extends Slot {
  readonly eventId: string;
  readonly service: SessionType;
  /** What canceling it comes to now; null once it has begun. */
  readonly outcome: CancelOutcome | null;
  /** What was paid for it and is not going back. */
  readonly cents: number;
  /** The address that emails about it go to. */
  readonly email: string;
}

export const USER_SORTS = ['name', 'email', 'role', 'emailVerified', 'createdAt'] as const;
export type UserSort = (typeof USER_SORTS)[number];
export const SORT_ORDERS = ['asc', 'desc'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];
export const ROLE_FILTERS = ['all', ...ROLES] as const;
export type RoleFilter = (typeof ROLE_FILTERS)[number];

/** Which users to list (SPEC.md sections 2 and 7). */
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
  readonly page: number;
  readonly pageSize: number;
  /** Users that match, on all pages. */
  readonly total: number;
  /** At least 1. */
  readonly pages: number;
}

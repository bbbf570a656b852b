import type { BookingView, PLACE_FIELDS } from '../booking/booking-view.ts';
import type { City } from '../business/cities.ts';
import type { Notice } from './notices.ts';
import type { CancelOutcome } from '../booking/managed-booking.ts';
import type { ListPage } from '../list-page.ts';

export const ROLES = ['user', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export interface SessionUser {
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

export interface FirstUserCheck {
  readonly isFirst: boolean;
  /** The first registration must carry the setup token. */
  readonly asksSetupToken: boolean;
}

export interface EmailStatus {
  readonly canSend: boolean;
  readonly email: string;
  readonly phone: string | null;
}

/** Null if the link is used, expired or unknown. */
export type Confirmation =
  | {
      readonly kind: 'verify';
      readonly email: string;
      readonly asksPassword: boolean;
    }
  | {
      readonly kind: 'change';
      readonly side: 'new' | 'old';
      readonly email: string;
      /** Null for the new address, whose mailbox may be another person's. */
      readonly previous: string | null;
      readonly isOwn: boolean;
      readonly isLast: boolean;
    };

export interface Done {
  readonly redirect: string;
  readonly notice: Notice | null;
  readonly whom?: string;
}

export interface SignInSession {
  readonly id: string;
  readonly isCurrent: boolean;
  /** `Firefox on Windows`; `Unknown device` if the browser does not identify itself. */
  readonly device: string;
  readonly signedInAt: number;
  readonly lastSeenAt: number;
}

export interface Profile {
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** Empty if unknown, as the next two. */
  readonly phone: string;
  readonly address: string;
  readonly area: City | '';
  readonly role: Role;
  readonly createdAt: number;
  readonly lastSignInAt: number | null;
  readonly emailChange: {
    readonly email: string;
    readonly confirmedBy: 'new' | 'old' | null;
    /** False if the current address was never confirmed. */
    readonly asksOld: boolean;
  } | null;
  readonly sessions: readonly SignInSession[];
  readonly visitsAhead: readonly VisitAhead[];
}

export interface VisitAhead extends Pick<BookingView, (typeof PLACE_FIELDS)[number]> {
  /** The outcome of canceling it now; null once it has begun. */
  readonly outcome: CancelOutcome | null;
  readonly cents: number;
  readonly email: string;
}

export const USER_SORTS = ['name', 'email', 'role', 'emailVerified', 'createdAt'] as const;
export type UserSort = (typeof USER_SORTS)[number];
export const SORT_ORDERS = ['asc', 'desc'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];
export const ROLE_FILTERS = ['all', ...ROLES] as const;
export type RoleFilter = (typeof ROLE_FILTERS)[number];

/** SPEC.md sections 2 and 7. */
export interface UsersQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly sortBy: UserSort;
  readonly sortOrder: SortOrder;
  readonly secondarySortBy: UserSort;
  readonly secondarySortOrder: SortOrder;
  readonly search: string;
  readonly role: RoleFilter;
}

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

export interface UsersPage extends ListPage {
  readonly users: readonly ListedUser[];
  readonly pageSize: number;
}

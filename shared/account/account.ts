import type { BookingView, PLACE_FIELDS } from '../booking/booking-view.ts';
import type { City } from '../business/cities.ts';
import type { Notice } from './notices.ts';
import type { CancelOutcome } from '../booking/managed-booking.ts';
import type { ListPage } from '../list-page.ts';
import { canonicalPath } from '../canonical-path.ts';

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

/** SPEC.md sections 4 and 6. */
export type Access = 'guest' | 'user' | 'admin';

export type AccessRefusal = 'not-signed-in' | 'not-allowed';

const ADMIN_AREA = /^\/app\/admin(?:\/|$)/i;

export function accessAskedBy(path: string): Access {
  return ADMIN_AREA.test(path) ? 'admin' : 'user';
}

export function refuseAccess(role: Role | null, access: Access): AccessRefusal | null {
  if (access === 'guest') return null;
  if (role === null) return 'not-signed-in';
  return access === 'admin' && role !== 'admin' ? 'not-allowed' : null;
}

/** `/login?reset=`: the sign-in page must not redirect back to a page that the account may not see. */
export const RESET_MARKER = 'session';

export interface TurnedAway {
  readonly reset?: string;
  readonly redirect?: string;
}

function turnedAway(refusal: AccessRefusal, to: string | null): TurnedAway {
  const back = to === null || to.length > LONGEST_REDIRECT ? {} : { redirect: to };
  return refusal === 'not-allowed' ? { reset: RESET_MARKER, ...back } : back;
}

/** The redirect for a visitor who may not see the page at `to`; null if they may. */
export function turnAway({ user }: Pick<Session, 'user'>, access: Access, to: string): TurnedAway | null {
  const refusal = refuseAccess(user?.role ?? null, access);
  if (refusal === null) return null;
  // SPEC.md section 4: every redirect from the admin area has a reset marker.
  return turnedAway(access === 'admin' ? 'not-allowed' : refusal, to);
}

export function isAccessRefusal(refusal: string | null): refusal is AccessRefusal {
  return refusal === 'not-signed-in' || refusal === 'not-allowed';
}

export function signInPath(refusal: AccessRefusal, to: string | null): string {
  const search = new URLSearchParams({ ...turnedAway(refusal, to) });
  return search.size === 0 ? '/login' : `/login?${search.toString()}`;
}

export const HOME = '/app';

export const LONGEST_REDIRECT = 2000;

const CONTROL_OR_BACKSLASH = /[\p{Cc}\\]/u;

const DOORS = /^\/(?:login|register|forgot-password|reset-password)$/;

/** A redirect to a download would leave the visitor on the sign-in page, so it leads to the download's page. */
const FILES = [
  /^(\/app\/profile)\/export$/,
  /^(\/app\/admin\/stats)\/[^/]+\.csv$/,
  /^(\/(?:booking|manage)\/[^/]+)\/calendar\.ics$/,
];

/** SPEC.md section 5: begins with `/` or is an http(s) address. */
export function isRedirect(value: unknown): value is string {
  return typeof value === 'string' && /^(?:\/|https?:\/\/)/i.test(value);
}

/** Null unless it leads to a page of this site. */
export function ownAddress(value: unknown, origin: string): URL | null {
  if (!isRedirect(value) || CONTROL_OR_BACKSLASH.test(value)) return null;
  let url: URL;
  try {
    url = new URL(value, origin);
  } catch {
    return null;
  }
  const isOurs = url.origin === origin && url.username === '' && url.password === '';
  return isOurs && !url.pathname.startsWith('//') ? url : null;
}

export function safeRedirect(value: unknown, origin: string): string {
  const url = ownAddress(value, origin);
  if (!url) return HOME;
  const pathname = canonicalPath(url.pathname);
  if (DOORS.test(pathname)) return HOME;
  const page = FILES.map((file) => file.exec(pathname)?.[1]).find((found) => found !== undefined);
  const path = page ?? pathname + url.search + url.hash;
  return path.length > LONGEST_REDIRECT ? HOME : path;
}

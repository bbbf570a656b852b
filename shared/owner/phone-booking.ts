/** Bookings by phone, which the owner records. */
import type { Slot } from '../booking/availability.ts';
import type { CivilDate } from '../civil-date.ts';
import type { Claim, SessionType } from '../booking/session-type.ts';

export const PHONE_PATH = '/app/admin/schedule/book';

/** Fewest characters of a search. */
export const LEAST_SOUGHT = 2;

/** A customer as an account or an earlier booking knows them; empty where it has no answer. */
export interface FoundCustomer {
  /** `account-` or `booking-` with an id. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
  readonly area: string;
  /** Their latest booking that was found; null for an account. */
  readonly booking: (Slot & { readonly eventId: string; readonly service: SessionType }) | null;
}

export interface CustomersQuery {
  readonly search: string;
  /** Id of a customer that was found before. */
  readonly chosen: string;
}

export interface FoundCustomers {
  readonly found: readonly FoundCustomer[];
  /** Whether there are more than those found. */
  readonly hasMore: boolean;
  readonly chosen: FoundCustomer | null;
}

/** The search parameters of the page. */
export interface PhoneSearch {
  readonly date?: CivilDate;
  readonly unit?: Claim;
  readonly q?: string;
  readonly customer?: string;
}

/** The path of the page. */
export function phonePath(search: PhoneSearch): string {
  const text = new URLSearchParams(Object.entries(search)).toString();
  return text === '' ? PHONE_PATH : `${PHONE_PATH}?${text}`;
}

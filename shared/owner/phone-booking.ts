import type { Slot } from '../booking/availability.ts';
import type { CivilDate } from '../civil-date.ts';
import { parseSlot } from '../booking/booking-form.ts';
import type { Claim, SessionType } from '../booking/session-type.ts';

export const PHONE_PATH = '/app/admin/schedule/book';

export const LEAST_SOUGHT = 2;
export const LONGEST_SOUGHT = 200;

export const PHONE_DETAILS_ID = 'book';

export interface FoundCustomer {
  /** `account-` or `booking-` with an id. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
  readonly area: string;
  /** The latest one found; null for an account. */
  readonly booking: (Slot & { readonly eventId: string; readonly service: SessionType }) | null;
}

export interface CustomersQuery {
  readonly search: string;
  readonly chosen: string;
}

export interface FoundCustomers {
  readonly found: readonly FoundCustomer[];
  readonly hasMore: boolean;
  readonly chosen: FoundCustomer | null;
}

export interface OpenTimes {
  readonly today: CivilDate;
  readonly slots: readonly Slot[];
}

export interface PhoneSearch {
  readonly date?: CivilDate;
  readonly unit?: Claim;
  readonly q?: string;
  readonly customer?: string;
}

export function phonePath(search: PhoneSearch): string {
  const text = new URLSearchParams(Object.entries(search)).toString();
  return text === '' ? PHONE_PATH : `${PHONE_PATH}?${text}`;
}

/** What a button shows without script: `customers`, one of them (`customer:account-a1`), or a time (`slot:2027-03-09/am`). */
export function readPhoneShow(
  value: string | null | undefined,
): (Pick<PhoneSearch, 'customer'> & { slot?: Slot }) | null {
  if (value === 'customers') return {};
  const [, kind, rest = ''] = /^(customer|slot):(.{1,80})$/.exec(value ?? '') ?? [];
  if (kind === 'customer') return { customer: rest };
  const slot = parseSlot(rest);
  return slot && { slot };
}

import type { Slot } from '../booking/availability.ts';
import type { CivilDate } from '../civil-date.ts';
import { parseSlot, slotValue } from '../booking/booking-form.ts';
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

export type PhoneShow =
  | { readonly kind: 'customers' }
  | { readonly kind: 'customer'; readonly customer: string }
  | { readonly kind: 'slot'; readonly slot: Slot };

export function phoneShow(shown: PhoneShow): string {
  switch (shown.kind) {
    case 'customers':
      return 'customers';
    case 'customer':
      return `customer:${shown.customer}`;
    case 'slot':
      return `slot:${slotValue(shown.slot)}`;
  }
}

export function readPhoneShow(value: string | null | undefined): PhoneShow | null {
  const [, kind = value, rest = ''] = /^(customer|slot):(.{1,80})$/.exec(value ?? '') ?? [];
  if (kind === 'customers') return { kind };
  if (kind === 'customer' && rest !== '') return { kind, customer: rest };
  const slot = kind === 'slot' ? parseSlot(rest) : null;
  return slot === null ? null : { kind: 'slot', slot };
}

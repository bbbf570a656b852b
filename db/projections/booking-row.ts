import type { CivilDate } from '#shared/civil-date.ts';
import { PERSONAL_FIELDS, type PersonalDetails, forEachField, pickFields } from '#shared/booking/booking-fields.ts';
import type { NoticePolicy } from '#shared/booking/notice-policy.ts';
import type { BookingPhoto } from '#shared/booking/photos.ts';
import type { Claim, SessionType } from '#shared/booking/session-type.ts';
import { type BookingStatus, CURRENCY, type RefundCause, type RefundStatus } from '#events/booking/booking.ts';
import { type RowOf, integer, integerOrNull, key, text, textOrNull } from './projection.ts';

/** Amounts are cents, instants milliseconds. */
export const bookingColumns = {
  id: key<string>(),
  status: text<BookingStatus>(),
  service: text<SessionType>(),
  date: text<CivilDate>(),
  claim: text<Claim>(),
  area: text<string>(),
  tasks: text<string>(),
  price: integer<number>(),
  method: text<'online' | 'owner'>(),
  held_at: integer<number>(),
  expires_at: integer<number>(),
  confirmed_at: integerOrNull(),
  /** Of the valid manage link; only rises. */
  link_generation: integer<number>(),
  /** Number of changes that calendar files show; only rises. */
  sequence: integer<number>(),
  /** The last change that calendar files show. */
  changed_at: integerOrNull(),
  /** 1 once a forfeiture can no longer be refilled. */
  is_final: integer<0 | 1>(),
  free_changes_through: textOrNull<CivilDate>(),
  policy: textOrNull<NoticePolicy>(),
  /** In the currency of the price; `refunds` may also list other currencies. */
  captured: integer<number>(),
  refunded: integer<number>(),
  /** All requested refunds, including `refunded` and `failing` (not succeeded yet). */
  refunding: integer<number>(),
  failing: integer<number>(),
  refund: text<RefundStatus>(),
  refunds: text<string>(),
  reductions: text<string>(),
  photos: text<string>(),
  account: textOrNull<string>(),
  /** The account's id; for a guest's paid booking, its address in comparable form. */
  customer: textOrNull<string>(),
  email_key: textOrNull<string>(),
  /** Name, address and phone number, as `searchText` writes them. */
  search_key: textOrNull<string>(),
  /** Null once the person is forgotten. */
  ...forEachField(PERSONAL_FIELDS, () => textOrNull<string>()),
};

export type BookingRow = RowOf<typeof bookingColumns>;

export function personalOf(row: BookingRow): PersonalDetails | null {
  return PERSONAL_FIELDS.some((name) => row[name] === null)
    ? null
    : pickFields(PERSONAL_FIELDS, row as PersonalDetails);
}

export function photosOf(row: Pick<BookingRow, 'photos'>): BookingPhoto[] {
  return JSON.parse(row.photos) as BookingPhoto[];
}

/** Every later state is of a visit, or of a slot that was lost before its payment arrived. */
export const UNPAID = ['held', 'expired'] as const satisfies readonly BookingStatus[];

export function wasPaid({ status }: Pick<BookingRow, 'status'>): boolean {
  return !UNPAID.some((unpaid) => unpaid === status);
}

export interface RefundRow {
  readonly payment: string;
  readonly amount: number;
  readonly currency: string;
  readonly cause: RefundCause;
  readonly status: Exclude<RefundStatus, 'none'>;
  readonly attempts: number;
  readonly at: number;
  /** Cents to return by this refund, by hand, or by a lost dispute. */
  readonly totalDue: number;
}

/** A refund by hand, or a dispute, which takes money once it's lost. */
export interface Reduction {
  readonly kind: 'by-hand' | 'dispute';
  readonly id: string;
  readonly payment: string;
  readonly amount: number;
  readonly currency: string;
  readonly at: number;
  readonly state: 'done' | 'open' | 'withheld';
}

export function reductionsOf(row: Pick<BookingRow, 'reductions'>): Reduction[] {
  return JSON.parse(row.reductions) as Reduction[];
}

/** Those that took money, in the currency of the price. */
export function reductionsOfPrice(row: Pick<BookingRow, 'reductions'>): Reduction[] {
  return reductionsOf(row).filter(({ currency, state }) => currency === CURRENCY && state === 'done');
}

export function refundsOf(row: Pick<BookingRow, 'refunds'>): RefundRow[] {
  return JSON.parse(row.refunds) as RefundRow[];
}

export function refundsOfPrice(row: Pick<BookingRow, 'refunds'>): RefundRow[] {
  return refundsOf(row).filter(({ currency }) => currency === CURRENCY);
}

/** The status that most needs attention. */
export function overallRefund(refunds: readonly Pick<RefundRow, 'status'>[]): RefundStatus {
  const order: RefundStatus[] = ['failed', 'requested', 'succeeded'];
  return order.find((status) => refunds.some((refund) => refund.status === status)) ?? 'none';
}

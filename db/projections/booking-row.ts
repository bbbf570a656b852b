import type { CivilDate } from '#shared/civil-date.ts';
import type { Policy } from '#shared/fixed-terms.ts';
import type { Claim, SessionType } from '#shared/session-type.ts';
import { type BookingStatus, CURRENCY, type RefundCause, type RefundStatus } from '#events/booking.ts';
import { type RowOf, integer, integerOrNull, key, text, textOrNull } from './columns.ts';

/** Columns of one booking as pages and workers need it. Amounts are cents, instants milliseconds. */
export const bookingColumns = {
  id: key<string>(),
  status: text<BookingStatus>(),
  service: text<SessionType>(),
  date: text<CivilDate>(),
  claim: text<Claim>(),
  area: text<string>(),
  /** JSON array of service slugs. */
  tasks: text<string>(),
  price: integer<number>(),
  method: text<'online' | 'owner'>(),
  held_at: integer<number>(),
  expires_at: integer<number>(),
  confirmed_at: integerOrNull(),
  /** When it came to be on its day: confirmed, or last moved. */
  placed_at: integerOrNull(),
  /** How often it was moved, and how often a calendar has to be told of a change: each is a higher one. */
  moves: integer<number>(),
  sequence: integer<number>(),
  /** When it was last changed in a way that a calendar shows. */
  changed_at: integerOrNull(),
  /** 1 once a late cancellation cannot be made good any more. */
  is_final: integer<0 | 1>(),
  free_changes_through: textOrNull<CivilDate>(),
  policy: textOrNull<Policy>(),
  /** The latest checkout at the payment provider, and how many there were. */
  checkout: textOrNull<string>(),
  attempts: integer<number>(),
  /** Money captured and money that went back, in the currency of the price; there may be `refunds` of other money. */
  captured: integer<number>(),
  refunded: integer<number>(),
  /** What has to go back, in the same currency: `refunded` included, and `failing`, which has not gone through yet. */
  refunding: integer<number>(),
  failing: integer<number>(),
  refund: text<RefundStatus>(),
  /** When the provider last accepted a refund. */
  refunded_at: integerOrNull(),
  /** JSON array of `RefundRow`. */
  refunds: text<string>(),
  /** JSON array of `HistoryLine`. */
  history: text<string>(),
  /** The account it belongs to. */
  account: textOrNull<string>(),
  /** What lists of a customer's bookings go by: the account, or of a guest's paid booking its address as it is compared. */
  customer: textOrNull<string>(),
  /** 1 while its customer keeps the visit without their account, until they are forgotten. */
  is_kept: integer<0 | 1>(),
  person: text<string>(),
  /** The email address as it is compared. */
  email_key: textOrNull<string>(),
  /** Personal details; null once the person is forgotten. */
  name: textOrNull<string>(),
  email: textOrNull<string>(),
  phone: textOrNull<string>(),
  address: textOrNull<string>(),
  notes: textOrNull<string>(),
};

export type BookingRow = RowOf<typeof bookingColumns>;

/** Before a payment; every later state is of a visit, or of time that was lost before its payment arrived. */
export const UNPAID = ['held', 'expired'] as const satisfies readonly BookingStatus[];

/** Whether it was ever paid for. */
export function wasPaid({ status }: Pick<BookingRow, 'status'>): boolean {
  return !UNPAID.some((unpaid) => unpaid === status);
}

/** A refund of a booking. */
export interface RefundRow {
  readonly payment: string;
  readonly amount: number;
  readonly currency: string;
  readonly cause: RefundCause;
  readonly status: Exclude<RefundStatus, 'none'>;
  /** Failures so far. */
  readonly attempts: number;
  /** When it was asked for or last failed. */
  readonly at: number;
  /** The request's event, which led to it. */
  readonly event: string;
}

export function refundsOf(row: Pick<BookingRow, 'refunds'>): RefundRow[] {
  return JSON.parse(row.refunds) as RefundRow[];
}

/** Those of money that can be added to the price, and taken from it. */
export function refundsOfPrice(row: Pick<BookingRow, 'refunds'>): RefundRow[] {
  return refundsOf(row).filter(({ currency }) => currency === CURRENCY);
}

/** The status that most needs attention. */
export function overallRefund(refunds: readonly Pick<RefundRow, 'status'>[]): RefundStatus {
  const order: RefundStatus[] = ['failed', 'requested', 'succeeded'];
  return order.find((status) => refunds.some((refund) => refund.status === status)) ?? 'none';
}

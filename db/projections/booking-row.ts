import type { CivilDate } from '#shared/civil-date.ts';
import type { Policy } from '#shared/fixed-terms.ts';
import type { Claim, SessionType } from '#shared/session-type.ts';
import { type BookingStatus, CURRENCY, type RefundCause, type RefundStatus } from '#events/booking.ts';

/** One booking as pages and workers need it. Amounts are cents, instants milliseconds. */
export interface BookingRow {
  readonly id: string;
  readonly status: BookingStatus;
  readonly service: SessionType;
  readonly date: CivilDate;
  readonly claim: Claim;
  readonly area: string;
  /** JSON array of service slugs. */
  readonly tasks: string;
  readonly price: number;
  readonly method: 'online' | 'owner';
  readonly held_at: number;
  readonly expires_at: number;
  readonly confirmed_at: number | null;
  /** When it came to be on its day: confirmed, or last moved. */
  readonly placed_at: number | null;
  /** How often it was moved, and how often a calendar has to be told of a change: each is a higher one. */
  readonly moves: number;
  readonly sequence: number;
  /** When it was last changed in a way that a calendar shows. */
  readonly changed_at: number | null;
  /** 1 once a late cancellation cannot be made good any more. */
  readonly is_final: 0 | 1;
  readonly free_changes_through: CivilDate | null;
  readonly policy: Policy | null;
  /** The latest checkout at the payment provider, and how many there were. */
  readonly checkout: string | null;
  readonly attempts: number;
  /** Money captured and money that went back, in the currency of the price; there may be `refunds` of other money. */
  readonly captured: number;
  readonly refunded: number;
  /** What has to go back, in the same currency: `refunded` included, and `failing`, which has not gone through yet. */
  readonly refunding: number;
  readonly failing: number;
  readonly refund: RefundStatus;
  /** When the provider last accepted a refund. */
  readonly refunded_at: number | null;
  /** JSON array of `RefundRow`. */
  readonly refunds: string;
  /** JSON array of `HistoryLine`. */
  readonly history: string;
  /** The account it belongs to. */
  readonly account: string | null;
  /** What lists of a customer's bookings go by: the account, or of a guest's paid booking its address as it is compared. */
  readonly customer: string | null;
  /** 1 while its customer keeps the visit without their account, until they are forgotten. */
  readonly is_kept: 0 | 1;
  readonly person: string;
  /** The email address as it is compared. */
  readonly email_key: string | null;
  /** Personal details; null once the person is forgotten. */
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly address: string | null;
  readonly notes: string | null;
}

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

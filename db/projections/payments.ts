import { CURRENCY, bookingOf } from '#events/booking/booking.ts';
import { type RowOf, integer, integerOrNull, key, text } from './columns.ts';
import { type RecordedOf, type TableOf, projection } from './projection.ts';

const columns = {
  /** The booking's id and the provider's id of the payment. */
  id: key<string>(),
  booking: text<string>(),
  captured_at: integer<number>(),
  /** Cents; 0 for a payment in another currency than prices have. */
  captured: integer<number>(),
  /** Cents that were requested back. */
  refunding: integer<number>(),
  /** When the provider accepted the refund, or the owner gave the money back; null before. */
  refunded_at: integerOrNull(),
};

/** A payment, and what was refunded of it. Instants are milliseconds. */
export type PaymentRow = RowOf<typeof columns>;

type PaymentEvent = RecordedOf<
  'PaymentCaptured' | 'PaidOutside' | 'RefundRequested' | 'RefundSucceeded' | 'RefundSettled'
>;

/** Cents that count as revenue: amounts in the currency of prices. */
function cents({ amount, currency }: { readonly amount: number; readonly currency: string }): number {
  return currency === CURRENCY ? amount : 0;
}

function paid({ stream, at, data }: RecordedOf<'PaymentCaptured' | 'PaidOutside'>): PaymentRow {
  const booking = bookingOf(stream);
  const id = `${booking}:${data.payment}`;
  return { id, booking, captured_at: at, captured: cents(data), refunding: 0, refunded_at: null };
}

function wentBack(row: PaymentRow, { at }: RecordedOf<'RefundSucceeded' | 'RefundSettled'>): PaymentRow {
  return { ...row, refunded_at: at };
}

/** Payments by the payment provider and to the owner directly. */
export const payments = projection({
  name: 'payments',
  version: 2,
  columns,
  indexes: [
    'CREATE INDEX payments_captured ON payments (captured_at, captured)',
    'CREATE INDEX payments_refunded ON payments (refunded_at, refunding) WHERE refunded_at IS NOT NULL',
  ],
  keyOf: ({ stream, data }: PaymentEvent) => `${bookingOf(stream)}:${data.payment}`,
  first: { PaymentCaptured: paid, PaidOutside: paid },
  on: {
    RefundRequested: (row, { data }) => ({ ...row, refunding: cents(data) }),
    RefundSucceeded: wentBack,
    RefundSettled: wentBack,
  },
});

type Payments = TableOf<typeof payments>;

/** Money that came in or went back at an instant. */
export interface Movement {
  readonly at: number;
  readonly cents: number;
}

/** Payments of the time from `from` to before `to`, earliest first. */
export function capturedBetween(db: Payments, from: number, to: number): Promise<Movement[]> {
  return db
    .selectFrom('payments')
    .select(['captured_at as at', 'captured as cents'])
    .where('captured_at', '>=', from)
    .where('captured_at', '<', to)
    .orderBy('captured_at')
    .execute();
}

/** Refunds that the provider accepted in the time from `from` to before `to`, earliest first. */
export async function refundedBetween(db: Payments, from: number, to: number): Promise<Movement[]> {
  const rows = await db
    .selectFrom('payments')
    .select(['refunded_at', 'refunding as cents'])
    .where('refunded_at', '>=', from)
    .where('refunded_at', '<', to)
    .orderBy('refunded_at')
    .execute();
  return rows.map(({ refunded_at: at, cents: back }) => ({ at: at ?? 0, cents: back }));
}

/** Cents that were ever captured and refunded. */
export async function allTakings(db: Payments): Promise<{ readonly captured: number; readonly refunded: number }> {
  const { captured } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.sum<number | null>('captured').as('captured'))
    .executeTakeFirstOrThrow();
  const { refunded } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.sum<number | null>('refunding').as('refunded'))
    .where('refunded_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return { captured: captured ?? 0, refunded: refunded ?? 0 };
}

import { CURRENCY, bookingOf } from '#events/booking/booking.ts';
import type { DisputeState } from '#shared/booking/dispute.ts';
import {
  type RowOf,
  integer,
  integerOrNull,
  key,
  text,
  textOrNull,
  type RecordedOf,
  projection,
} from './projection.ts';

const columns = {
  /** The booking's id and the provider's id of the payment, refund by hand or dispute. */
  id: key<string>(),
  booking: text<string>(),
  captured_at: integer<number>(),
  /** Cents; 0 for other currencies and rows of other kinds. */
  captured: integer<number>(),
  /** Cents that were requested back, or taken by a dispute with its fee. */
  refunding: integer<number>(),
  /** When the provider accepted the refund, the owner gave the money back, or the dispute was decided. */
  refunded_at: integerOrNull(),
  dispute: textOrNull<DisputeState>(),
  /** What needs the owner: a failed refund, one that the owner owes, or a dispute to answer. */
  open: textOrNull<'refund' | 'owed' | 'dispute'>(),
  open_since: integerOrNull(),
  /** Cents to refund, or disputed, in any currency. */
  amount: integerOrNull(),
  failures: integer<number>(),
  reason: textOrNull<string>(),
  due: integerOrNull(),
};

const NOTHING_OPEN = { open: null, open_since: null, amount: null, failures: 0, reason: null, due: null } as const;

/** A payment with the site's refund, a refund by hand, or a dispute. Instants are milliseconds. */
export type PaymentRow = RowOf<typeof columns>;

/** 0 for other currencies than that of prices. */
function cents({ amount, currency }: { readonly amount: number; readonly currency: string }): number {
  return currency === CURRENCY ? amount : 0;
}

function newRow(stream: string, subject: string, at: number): PaymentRow {
  const booking = bookingOf(stream);
  const nothing = { captured: 0, refunding: 0, refunded_at: null, dispute: null } as const;
  return { id: `${booking}:${subject}`, booking, captured_at: at, ...nothing, ...NOTHING_OPEN };
}

function paymentRow({ stream, at, data }: RecordedOf<'PaymentCaptured' | 'PaidOutside'>): PaymentRow {
  return { ...newRow(stream, data.payment, at), captured: cents(data) };
}

function handRefundRow({ stream, at, data }: RecordedOf<'RefundedByHand'>): PaymentRow {
  return { ...newRow(stream, data.refund, at), refunding: cents(data), refunded_at: at };
}

/** A dispute takes its amount once it is lost, and its fee however it ends. */
function disputeRow({ stream, at, data }: RecordedOf<'DisputeReported'>, row: PaymentRow | null): PaymentRow {
  const { state, fee, amount, reason, evidenceDueBy: due } = data;
  const since = row?.captured_at ?? at;
  const isOver = state === 'won' || state === 'lost';
  const refunding = (state === 'lost' ? cents(data) : 0) + fee;
  const open = state === 'needs-response' ? 'dispute' : null;
  const question = { open, open_since: since, amount, reason, due } as const;
  const taken = { refunding, refunded_at: isOver ? at : null, dispute: state };
  return { ...newRow(stream, data.dispute, since), ...taken, ...question };
}

export const payments = projection({
  name: 'payments',
  columns,
  indexes: [
    'CREATE INDEX payments_captured ON payments (captured_at, captured)',
    'CREATE INDEX payments_refunded ON payments (refunded_at, refunding) WHERE refunded_at IS NOT NULL',
    'CREATE INDEX payments_open ON payments (open_since) WHERE open IS NOT NULL',
  ],
  keyOf({ type, stream, data }) {
    const isByHand = type === 'RefundedByHand' || type === 'HandRefundFailed';
    const subject = isByHand ? data.refund : type === 'DisputeReported' ? data.dispute : data.payment;
    return `${bookingOf(stream)}:${subject}`;
  },
  create: {
    PaymentCaptured: paymentRow,
    PaidOutside: paymentRow,
    RefundedByHand: handRefundRow,
    DisputeReported: disputeRow,
  },
  update: {
    RefundRequested(row, { at, data }) {
      const asked = { ...row, refunding: cents(data), ...NOTHING_OPEN, amount: data.amount };
      return data.outside ? { ...asked, open: 'owed', open_since: at } : asked;
    },
    RefundFailed: (row, { at, data: { attempt, reason } }) => ({
      ...row,
      open: 'refund',
      open_since: row.open_since ?? at,
      failures: attempt,
      reason,
    }),
    RefundSucceeded: (row, { at, data }) => ({
      ...row,
      refunding: data.amount === undefined || row.captured === 0 ? row.refunding : data.amount,
      refunded_at: at,
      open: null,
    }),
    RefundSettled: (row, { at }) => ({ ...row, refunded_at: at, open: null }),
    HandRefundFailed: (row) => ({ ...row, refunding: 0, refunded_at: null }),
  },
});

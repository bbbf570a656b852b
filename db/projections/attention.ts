import { sql } from 'kysely';
import { attentionItemOf } from '#events/attention.ts';
import { type RefundCause, bookingOf } from '#events/booking/booking.ts';
import { mailCauseOf } from '#events/mail.ts';
import type { Dismissal } from '#shared/owner/needs-attention.ts';
import {
  type RowOf,
  integer,
  integerOrNull,
  key,
  text,
  textOrNull,
  type RecordedOf,
  type TableOf,
  projection,
} from './projection.ts';

const columns = {
  id: key<string>(),
  /** `owed`: the owner has to give it back, as it was paid outside of the payment provider. */
  kind: text<'refund' | 'dispute' | 'owed' | 'bounce' | 'forfeit'>(),
  /** 1 until it is settled. */
  open: integer<0 | 1>(),
  booking: text<string>(),
  /** Why the refund was requested; null for any other. */
  cause: textOrNull<RefundCause>(),
  /** Cents to refund, or disputed; null for any other. */
  amount: integerOrNull(),
  /** The event that the returned mail is about; null for any other. */
  event: textOrNull<string>(),
  /** Number of failures, the reason of the last, and when the first and the last happened. */
  failures: integer<number>(),
  reason: textOrNull<string>(),
  since: integerOrNull(),
  last: integerOrNull(),
  /** Until when the owner can answer a dispute; null for any other. */
  due: integerOrNull(),
  /** Why the owner dismissed it, and when; null while it is listed. */
  dismissed: textOrNull<Dismissal>(),
  dismissed_at: integerOrNull(),
};

/**
 * A refund that failed at least once, an address from which mail came back, a dispute to answer, a refund that
 * may still fail, money that the owner owes, or a late cancellation whose time may be booked again.
 * Instants are milliseconds.
 */
export type AttentionRow = RowOf<typeof columns>;

type RefundEvent = RecordedOf<'RefundRequested' | 'RefundFailed' | 'RefundSucceeded' | 'RefundSettled'>;
type DisputeEvent = RecordedOf<'DisputeReported'>;
type BounceEvent = RecordedOf<
  'MailReturned' | 'CustomerEmailChanged' | 'BookingDetailsCorrected' | 'VisitCompleted' | 'NoShowRecorded'
>;
type ForfeitEvent = RecordedOf<'BookingForfeited' | 'SlotRefilled'>;
type DismissalEvent = RecordedOf<'AttentionDismissed' | 'AttentionRestored'>;
type AttentionEvent =
  | RefundEvent
  | DisputeEvent
  | BounceEvent
  | ForfeitEvent
  | DismissalEvent
  | RecordedOf<'ForfeitureEnded'>;

const LISTED = { dismissed: null, dismissed_at: null } as const;
const NEVER_FAILED = { due: null, failures: 0, reason: null, since: null, last: null, ...LISTED } as const;

function refundId({ stream, data }: RefundEvent): string {
  return `refund-${bookingOf(stream)}:${data.payment}`;
}

function disputeId({ stream, data }: DisputeEvent): string {
  return `dispute-${bookingOf(stream)}:${data.dispute}`;
}

/** One item for a booking, however many of its mails come back. */
function bounceId(event: BounceEvent): string {
  return `bounce-${event.type === 'MailReturned' ? (event.data.booking ?? event.stream) : bookingOf(event.stream)}`;
}

function forfeitId(booking: string): string {
  return `forfeit-${booking}`;
}

function idOf(event: AttentionEvent): string {
  switch (event.type) {
    case 'RefundRequested':
    case 'RefundFailed':
    case 'RefundSucceeded':
    case 'RefundSettled':
      return refundId(event);
    case 'DisputeReported':
      return disputeId(event);
    case 'MailReturned':
    case 'CustomerEmailChanged':
    case 'BookingDetailsCorrected':
    case 'VisitCompleted':
    case 'NoShowRecorded':
      return bounceId(event);
    case 'BookingForfeited':
    case 'SlotRefilled':
      return forfeitId(bookingOf(event.stream));
    case 'ForfeitureEnded':
      return forfeitId(event.data.booking);
    case 'AttentionDismissed':
    case 'AttentionRestored':
      return attentionItemOf(event.stream);
  }
}

/** If the mail was about an account, or its address was corrected meanwhile, the item is closed from the start. */
function bounceReported(event: RecordedOf<'MailReturned'>, row: AttentionRow | null): AttentionRow {
  const { booking } = event.data;
  if (row?.open === 1) return row;
  const first = { booking: booking ?? '', event: mailCauseOf(event.stream), since: event.at };
  return { ...bounceClosed(event, row), ...first, open: booking === null ? 0 : 1 };
}

/** The address was corrected, or the visit is over. Most bookings had no bounce: their row stays closed. */
function bounceClosed(event: BounceEvent, row: AttentionRow | null): AttentionRow {
  const booking = row?.booking ?? bookingOf(event.stream);
  const none = { kind: 'bounce', amount: null, cause: null, event: null } as const;
  return { id: bounceId(event), open: 0, booking, ...none, ...NEVER_FAILED };
}

function failed(row: AttentionRow, { at, data }: RecordedOf<'RefundFailed'>): AttentionRow {
  return { ...row, open: 1, failures: data.attempt, reason: data.reason, since: row.since ?? at, last: at };
}

function settled(row: AttentionRow): AttentionRow {
  return { ...row, open: 0 };
}

/**
 * What needs the owner beside parked jobs: failed refunds, disputes to answer, money to give back, addresses from which mail came back, and late cancellations whose time is open again, each until it is settled.
 */
export const attention = projection({
  name: 'attention',
  columns,
  indexes: [
    'CREATE INDEX attention_open ON attention (dismissed_at, since) WHERE open = 1',
    'CREATE INDEX attention_by_kind ON attention (kind, open)',
  ],
  keyOf: idOf,
  first: {
    RefundRequested(event) {
      const { amount, cause, outside } = event.data;
      const refund = { kind: outside ? 'owed' : 'refund', amount, cause, event: null } as const;
      const row = { id: refundId(event), booking: bookingOf(event.stream), ...refund, ...NEVER_FAILED };
      return outside ? { ...row, open: 1, since: event.at } : { ...row, open: 0 };
    },
    DisputeReported(event, row) {
      const { amount, state, evidenceDueBy: due, reason } = event.data;
      const dispute = { kind: 'dispute', amount, cause: null, event: null } as const;
      const first = { id: disputeId(event), booking: bookingOf(event.stream), ...dispute, ...NEVER_FAILED };
      const open = state === 'needs-response' ? 1 : 0;
      return { ...(row ?? { ...first, since: event.at }), open, due, reason };
    },
    MailReturned: bounceReported,
    CustomerEmailChanged: bounceClosed,
    BookingDetailsCorrected: (event, row) =>
      row && !event.data.fields.includes('email') ? row : bounceClosed(event, row),
    VisitCompleted: bounceClosed,
    NoShowRecorded: bounceClosed,
    BookingForfeited({ at, stream }) {
      const booking = bookingOf(stream);
      const forfeit = { kind: 'forfeit', amount: null, cause: null, event: null } as const;
      return { id: forfeitId(booking), open: 1, booking, ...forfeit, ...NEVER_FAILED, since: at, last: at };
    },
  },
  on: {
    RefundFailed: failed,
    RefundSucceeded: settled,
    RefundSettled: settled,
    SlotRefilled: settled,
    ForfeitureEnded: settled,
    AttentionDismissed: (row, { at, data }) => ({ ...row, dismissed: data.reason, dismissed_at: at }),
    AttentionRestored: (row) => ({ ...row, ...LISTED }),
  },
});

type Attention = TableOf<typeof attention>;

export function attentionItem(db: Attention, id: string): Promise<AttentionRow | undefined> {
  return db.selectFrom('attention').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Items that are not settled and not dismissed, oldest first, as many as `limit`; and how many there are. */
export async function listedAttention(
  db: Attention,
  limit: number,
): Promise<{ readonly rows: AttentionRow[]; readonly total: number }> {
  const listed = db.selectFrom('attention').where('open', '=', sql.lit(1)).where('dismissed_at', 'is', null);
  const { total } = await listed.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await listed.selectAll().orderBy('since').orderBy('id').limit(limit).execute();
  return { rows, total };
}

/** Dismissed items that are not settled, the last dismissed first. */
export function dismissedAttention(db: Attention, limit: number): Promise<AttentionRow[]> {
  return db
    .selectFrom('attention')
    .selectAll()
    .where('open', '=', sql.lit(1))
    .where('dismissed_at', 'is not', null)
    .orderBy('dismissed_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

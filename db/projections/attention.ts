import { type RefundCause, bookingOf } from '#events/booking/booking.ts';
import { type MailCause, type MailRole, mailCauseOf } from '#events/mail.ts';
import { type RowOf, integer, integerOrNull, key, text, textOrNull } from './columns.ts';
import { type RecordedOf, type TableOf, projection } from './projection.ts';

const columns = {
  id: key<string>(),
  kind: text<'refund' | 'mail'>(),
  /** 1 while the owner must look at it. */
  open: integer<0 | 1>(),
  booking: text<string>(),
  /** Why the refund was requested, or the event that caused the mail. */
  cause: text<RefundCause | MailCause>(),
  /** Cents to refund; null for mail. */
  amount: integerOrNull(),
  /** The recipient's role; null for refunds. */
  role: textOrNull<MailRole>(),
  /** The event that caused the mail; null for refunds. */
  event: textOrNull<string>(),
  /** Number of failures, the reason of the last, and when the first and the last happened. */
  failures: integer<number>(),
  reason: textOrNull<string>(),
  since: integerOrNull(),
  last: integerOrNull(),
};

/** A refund or a mail that failed at least once, or a refund that may still fail. Instants are milliseconds. */
export type AttentionRow = RowOf<typeof columns>;

type RefundEvent = RecordedOf<'RefundRequested' | 'RefundFailed' | 'RefundSucceeded'>;
type MailEvent = RecordedOf<'MailParked' | 'MailRetried' | 'MailSettled'>;

const NEVER_FAILED = { failures: 0, reason: null, since: null, last: null } as const;

function refundId({ stream, data }: RefundEvent): string {
  return `refund-${bookingOf(stream)}:${data.payment}`;
}

function mailId({ stream, data }: MailEvent): string {
  return `${stream}:${data.role}`;
}

function isOfMail(event: RefundEvent | MailEvent): event is MailEvent {
  return 'role' in event.data;
}

function parked(event: RecordedOf<'MailParked'>): AttentionRow {
  const { role, cause, booking } = event.data;
  const mail = { kind: 'mail', amount: null, cause, role, event: mailCauseOf(event.stream) } as const;
  return { id: mailId(event), open: 0, booking, ...mail, ...NEVER_FAILED };
}

function failed(row: AttentionRow, { at, data }: RecordedOf<'MailParked' | 'RefundFailed'>): AttentionRow {
  return { ...row, open: 1, failures: data.attempt, reason: data.reason, since: row.since ?? at, last: at };
}

/** Failures that need the owner: failed refunds and parked mails, each open until it is resolved. */
export const attention = projection({
  name: 'attention',
  version: 2,
  columns,
  indexes: [
    'CREATE INDEX attention_open ON attention (since) WHERE open = 1',
    'CREATE INDEX attention_by_kind ON attention (kind, open)',
  ],
  keyOf: (event) => (isOfMail(event) ? mailId(event) : refundId(event)),
  first: {
    RefundRequested(event) {
      const { amount, cause } = event.data;
      const refund = { kind: 'refund', amount, cause, role: null, event: null } as const;
      return { id: refundId(event), open: 0, booking: bookingOf(event.stream), ...refund, ...NEVER_FAILED };
    },
    MailParked: (event, row) => failed(row ?? parked(event), event),
  },
  on: {
    RefundFailed: failed,
    RefundSucceeded: (row) => ({ ...row, open: 0 }),
    MailSettled: (row) => ({ ...row, open: 0 }),
  },
});

/** Open failures, oldest first. */
export function openAttention(db: TableOf<typeof attention>): Promise<AttentionRow[]> {
  return db.selectFrom('attention').selectAll().where('open', '=', 1).orderBy('since').orderBy('id').execute();
}

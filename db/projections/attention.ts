import type { Kysely } from 'kysely';
import { type BookingEvent, type RefundCause, bookingOf } from '#events/booking.ts';
import type { Recorded } from '#events/event.ts';
import { type MailCause, type MailEvent, type MailRole, mailCauseOf } from '#events/mail.ts';
import type { Projection } from './projection.ts';

/** A refund or a mail that went wrong at least once, or a refund that still may. Instants are milliseconds. */
export interface AttentionRow {
  readonly id: string;
  readonly kind: 'refund' | 'mail';
  /** 1 while somebody has to look at it. */
  readonly open: 0 | 1;
  readonly booking: string;
  /** Why money goes back, or the event that asked for the mail. */
  readonly cause: RefundCause | MailCause;
  /** Cents that go back; null for mail. */
  readonly amount: number | null;
  /** Who the mail is for; null for refunds. */
  readonly role: MailRole | null;
  /** The event that asked for the mail; null for refunds. */
  readonly event: string | null;
  /** Failures so far, what the last one said, and when the first and the last happened. */
  readonly failures: number;
  readonly reason: string | null;
  readonly since: number | null;
  readonly last: number | null;
}

type RefundEvent = Recorded<Extract<BookingEvent, { type: 'RefundRequested' | 'RefundFailed' | 'RefundSucceeded' }>>;

type Considered = RefundEvent | Recorded<MailEvent>;

const NEVER_FAILED = { failures: 0, reason: null, since: null, last: null } as const;

function requested(event: Extract<RefundEvent, { type: 'RefundRequested' }>): AttentionRow {
  const { amount, cause } = event.data;
  const refund = { kind: 'refund', amount, cause, role: null, event: null } as const;
  return { id: keyOf(event), open: 0, booking: bookingOf(event.stream), ...refund, ...NEVER_FAILED };
}

function parked(event: Extract<Recorded<MailEvent>, { type: 'MailParked' }>): AttentionRow {
  const { role, cause, booking } = event.data;
  const mail = { kind: 'mail', amount: null, cause, role, event: mailCauseOf(event.stream) } as const;
  return { id: keyOf(event), open: 0, booking, ...mail, ...NEVER_FAILED };
}

function failed(row: AttentionRow, failures: number, reason: string, at: number): AttentionRow {
  return { ...row, open: 1, failures, reason, since: row.since ?? at, last: at };
}

function keyOf(event: Considered): string {
  return event.type.startsWith('Mail')
    ? `${event.stream}:${(event as Recorded<MailEvent>).data.role}`
    : `refund-${bookingOf(event.stream)}:${(event as RefundEvent).data.payment}`;
}

const CONSIDERED: ReadonlySet<string> = new Set<Considered['type']>([
  'RefundRequested',
  'RefundFailed',
  'RefundSucceeded',
  'MailParked',
  'MailRetried',
  'MailSettled',
]);

/** What went wrong and needs somebody: failed refunds and parked mails, each open until it is resolved. */
export const attention: Projection<AttentionRow> = {
  name: 'attention',
  version: 1,
  columns: {
    id: 'TEXT PRIMARY KEY',
    kind: 'TEXT NOT NULL',
    open: 'INTEGER NOT NULL',
    booking: 'TEXT NOT NULL',
    cause: 'TEXT NOT NULL',
    amount: 'INTEGER',
    role: 'TEXT',
    event: 'TEXT',
    failures: 'INTEGER NOT NULL',
    reason: 'TEXT',
    since: 'INTEGER',
    last: 'INTEGER',
  },
  indexes: ['CREATE INDEX attention_open ON attention (since) WHERE open = 1'],
  rowIsStream: false,
  isPersonal: false,
  concerns: (event) => CONSIDERED.has(event.type),
  keyOf: (event) => keyOf(event as Considered),
  evolve(row, recorded) {
    const event = recorded as Considered;
    if (event.type === 'RefundRequested') return requested(event);
    if (event.type === 'MailParked') {
      return failed(row ?? parked(event), event.data.attempt, event.data.reason, event.at);
    }
    if (!row) throw new Error(`${event.type} of something that never was`);
    switch (event.type) {
      case 'RefundFailed':
        return failed(row, event.data.attempt, event.data.reason, event.at);
      case 'MailRetried':
        return row;
      case 'RefundSucceeded':
      case 'MailSettled':
        return { ...row, open: 0 };
    }
  },
};

interface ReadTables {
  attention: AttentionRow;
}

/** What is open, longest first. */
export function openAttention(db: Kysely<ReadTables>): Promise<AttentionRow[]> {
  return db.selectFrom('attention').selectAll().where('open', '=', 1).orderBy('since').orderBy('id').execute();
}

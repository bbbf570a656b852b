/**
 * Mail that nobody would take: one stream for each event that asked for mail. Who it was for is only ever a role; what went
 * out without trouble leaves no trace here.
 */
import type { BookingEvent } from './booking.ts';
import type { Stream } from './event.ts';
import { type EventsOf, factsOf, stream } from './stream.ts';

export type MailRole = 'customer' | 'owner';

/** The event of a booking that asked for mail. */
export type MailCause = BookingEvent['type'];

/** A mail that was parked at least once. */
export interface ParkedMail {
  readonly status: 'parked' | 'retried' | 'settled';
  readonly position: number;
  readonly attempts: number;
}

export type MailState = Readonly<Record<MailRole, ParkedMail | null>>;

interface Parked {
  readonly role: MailRole;
  readonly cause: MailCause;
  /** How often it was refused by now. */
  readonly attempt: number;
  /** Where in the log the event that asked for the mail is. */
  readonly position: number;
  readonly booking: string;
  /** Why, in words that name nobody. */
  readonly reason: string;
}

function withStatus(state: MailState, role: MailRole, status: ParkedMail['status']): MailState {
  const mail = state[role];
  if (mail === null) throw new Error(`a mail is ${status} before MailParked`);
  return { ...state, [role]: { ...mail, status } };
}

const { fact } = factsOf<MailState>();

/** One entry for each event. */
const mailFacts = {
  MailParked: fact<Parked>((state, { role, position, attempt: attempts }) => ({
    ...state,
    [role]: { status: 'parked', position, attempts },
  })),
  MailRetried: fact<{ readonly role: MailRole; readonly position: number }>((state, { role }) =>
    withStatus(state, role, 'retried'),
  ),
  MailSettled: fact<{ readonly role: MailRole }>((state, { role }) => withStatus(state, role, 'settled')),
};

export type MailEvent = EventsOf<typeof mailFacts>;

const INITIAL: MailState = { customer: null, owner: null };

export const mailType = stream('mail', INITIAL, mailFacts);

/** The stream of the mails that an event asked for. */
export function mailStream(cause: string): Stream<MailState, MailEvent> {
  return { name: `mail-${cause}`, type: mailType };
}

/** The id of the event that asked for the mails of a stream. */
export function mailCauseOf(stream: string): string {
  return stream.slice(mailType.category.length + 1);
}

interface MailDecision {
  readonly mail: readonly MailEvent[];
}

/** Puts a refused mail aside. One that lies there already is left as it is. */
export function parkMail({ mail }: { mail: MailState }, data: Omit<Parked, 'attempt'>): MailDecision {
  const known = mail[data.role];
  if (known?.status === 'parked') return { mail: [] };
  return { mail: [{ type: 'MailParked', data: { ...data, attempt: (known?.attempts ?? 0) + 1 } }] };
}

/** Asks for a parked mail to be sent once more; nothing to do for any other. */
export function retryMail({ mail }: { mail: MailState }, role: MailRole): MailDecision {
  const parked = mail[role];
  if (parked?.status !== 'parked') return { mail: [] };
  return { mail: [{ type: 'MailRetried', data: { role, position: parked.position } }] };
}

/** Notes that a mail sent once more was taken. */
export function settleMail({ mail }: { mail: MailState }, role: MailRole): MailDecision {
  return mail[role]?.status === 'retried' ? { mail: [{ type: 'MailSettled', data: { role } }] } : { mail: [] };
}

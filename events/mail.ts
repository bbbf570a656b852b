/**
 * Mails that the mail provider refused, and mails that bounced or were reported as spam: one stream for each event that caused mail. The
 * recipient is recorded as a role. Only the address of a returned mail is recorded, because it gets no more mail. A mail that was sent
 * at the first attempt, and arrived, has no event here.
 */
import type { BookingEvent } from './booking/booking.ts';
import type { Stream } from './event.ts';
import { type EventsOf, factsOf, stream } from './stream.ts';

export type MailRole = 'customer' | 'owner';

/** Types of booking events that cause mail. */
export type MailCause = BookingEvent['type'];

/** `bounced`: the mail can't be delivered to its address. `complained`: its reader reported it as spam. */
export type MailReturn = 'bounced' | 'complained';

/** A mail that was parked at least once, or was returned. */
export interface FailedMail {
  readonly status: 'parked' | 'retried' | 'settled' | 'returned';
  readonly position: number;
  readonly attempts: number;
}

export type MailState = Readonly<Record<MailRole, FailedMail | null>>;

interface Parked {
  readonly role: MailRole;
  readonly cause: MailCause;
  /** Number of refusals so far. */
  readonly attempt: number;
  /** Position in the log of the event that caused the mail. */
  readonly position: number;
  readonly booking: string;
  /** Why the provider refused it, without personal data. */
  readonly reason: string;
}

interface Returned {
  readonly role: MailRole;
  readonly kind: MailReturn;
  /** Position in the log of the event that caused the mail. */
  readonly position: number;
  /** The booking with this address; null when the mail was about an account, or went to another address. */
  readonly booking: string | null;
  readonly person: string;
  readonly personal: { readonly email: string };
}

function withStatus(state: MailState, role: MailRole, status: FailedMail['status']): MailState {
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
  /** `admin` is the account of the admin who asked for it; absent when the worker did. */
  MailRetried: fact<{ readonly role: MailRole; readonly position: number; readonly admin?: string }>(
    (state, { role }) => withStatus(state, role, 'retried'),
  ),
  /** It bounced or was reported as spam, or it was not sent because an earlier mail to the address was returned. */
  MailReturned: fact<Returned>({ isPersonal: true }, (state, { role, position }) => ({
    ...state,
    [role]: { status: 'returned', position, attempts: state[role]?.attempts ?? 0 },
  })),
  MailSettled: fact<{ readonly role: MailRole }>((state, { role }) => withStatus(state, role, 'settled')),
};

export type MailEvent = EventsOf<typeof mailFacts>;

const INITIAL: MailState = { customer: null, owner: null };

export const mailType = stream('mail', INITIAL, mailFacts);

/** The stream of the mails caused by an event. */
export function mailStream(cause: string): Stream<MailState, MailEvent> {
  return { name: `mail-${cause}`, type: mailType };
}

/** The id of the event that caused the mails of a stream. */
export function mailCauseOf(stream: string): string {
  return stream.slice(mailType.category.length + 1);
}

interface MailDecision {
  readonly mail: readonly MailEvent[];
}

/** Parks a refused mail. Records nothing for a mail that is parked already. */
export function parkMail({ mail }: { mail: MailState }, data: Omit<Parked, 'attempt'>): MailDecision {
  const known = mail[data.role];
  if (known?.status === 'parked') return { mail: [] };
  return { mail: [{ type: 'MailParked', data: { ...data, attempt: (known?.attempts ?? 0) + 1 } }] };
}

/** Requests that a parked mail is sent again, by the worker or an admin; records nothing for any other. */
export function retryMail({ mail }: { mail: MailState }, role: MailRole, admin?: string): MailDecision {
  const parked = mail[role];
  if (parked?.status !== 'parked') return { mail: [] };
  return {
    mail: [{ type: 'MailRetried', data: { role, position: parked.position, ...(admin !== undefined && { admin }) } }],
  };
}

/** Records that the provider accepted a mail on its repeated attempt. */
export function settleMail({ mail }: { mail: MailState }, role: MailRole): MailDecision {
  return mail[role]?.status === 'retried' ? { mail: [{ type: 'MailSettled', data: { role } }] } : { mail: [] };
}

/** Records that a mail was returned, once. */
export function returnMail({ mail }: { mail: MailState }, data: Returned): MailDecision {
  return mail[data.role]?.status === 'returned' ? { mail: [] } : { mail: [{ type: 'MailReturned', data }] };
}

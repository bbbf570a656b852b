/**
 * Mails that bounced or were reported as spam: one stream for each event that caused mail. Only the address of a returned mail is recorded,
 * because it gets no more mail.
 */
import type { BookingEvent } from './booking/booking.ts';
import type { Stream } from './event.ts';
import { type EventsOf, factsOf, stream } from './stream.ts';

export type MailRole = 'customer' | 'owner';

/** Types of booking events that cause mail. */
export type MailCause = BookingEvent['type'];

/** `bounced`: the mail can't be delivered to its address. `complained`: its reader reported it as spam. */
export type MailReturn = 'bounced' | 'complained';

interface Returned {
  readonly kind: MailReturn;
  /** The booking with this address; null when the mail was about an account, or went to another address. */
  readonly booking: string | null;
  readonly person: string;
  readonly personal: { readonly email: string };
}

export interface MailState {
  /** Why the customer's mail came back; null if it did not. */
  readonly returned: MailReturn | null;
}

const { fact } = factsOf<MailState>();

const mailFacts = {
  /** It bounced or was reported as spam, or it was not sent because an earlier mail to the address was returned. */
  MailReturned: fact<Returned>({ isPersonal: true }, (_, { kind }) => ({ returned: kind })),
};

export type MailEvent = EventsOf<typeof mailFacts>;

const INITIAL: MailState = { returned: null };

export const mailType = stream('mail', INITIAL, mailFacts);

/** The stream of the mails caused by an event. */
export function mailStream(cause: string): Stream<MailState, MailEvent> {
  return { name: `mail-${cause}`, type: mailType };
}

/** Records that a mail was returned, once. */
export function returnMail({ mail }: { mail: MailState }, data: Returned): { readonly mail: readonly MailEvent[] } {
  return mail.returned === null ? { mail: [{ type: 'MailReturned', data }] } : { mail: [] };
}

import type { BookingEvent } from './booking/booking.ts';
import type { Stream } from './event.ts';
import { type EventsOf, factsOf, stream } from './stream.ts';

export type MailRole = 'customer' | 'owner';

export type MailCause = BookingEvent['type'];

/** `bounced`: not delivered. `complained`: reported as spam. */
export type MailReturn = 'bounced' | 'complained';

interface Returned {
  readonly kind: MailReturn;
  /** Null if the mail was about an account, or went to another address than the booking's. */
  readonly booking: string | null;
  readonly person: string;
  readonly personal: { readonly email: string };
}

export interface MailState {
  readonly returned: MailReturn | null;
}

const { fact } = factsOf<MailState>();

const mailFacts = {
  /** Also recorded for a mail that wasn't sent because an earlier one to its address was returned. */
  MailReturned: fact<Returned>({ isPersonal: true }, (_, { kind }) => ({ returned: kind })),
};

export type MailEvent = EventsOf<typeof mailFacts>;

const INITIAL: MailState = { returned: null };

export const mailType = stream('mail', INITIAL, mailFacts);

export function mailStream(cause: string): Stream<MailState, MailEvent> {
  return { name: `mail-${cause}`, type: mailType };
}

export function returnMail({ mail }: { mail: MailState }, data: Returned): { readonly mail: readonly MailEvent[] } {
  return mail.returned === null ? { mail: [{ type: 'MailReturned', data }] } : { mail: [] };
}

/** Mails that bounced or were reported as spam: one stream for each event that caused mail. */
import type { BookingEvent } from './booking/booking.ts';
import type { Stream } from './event.ts';
import { type EventsOf, factsOf, stream } from './stream.ts';

export type MailRole = 'customer' | 'owner';

export type MailCause = BookingEvent['type'];

/** `bounced`: it can't be delivered. `complained`: its reader reported it as spam. */
export type MailReturn = 'bounced' | 'complained';

interface Returned {
  readonly kind: MailReturn;
  /** Null when the mail was about an account, or went to another address than the booking's. */
  readonly booking: string | null;
  readonly person: string;
  readonly personal: { readonly email: string };
}

export interface MailState {
  /** Null if the customer's mail did not come back. */
  readonly returned: MailReturn | null;
}

const { fact } = factsOf<MailState>();

const mailFacts = {
  /** Also a mail that was not sent because an earlier one to the address was returned. */
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

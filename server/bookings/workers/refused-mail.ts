/** What is recorded about mails that the provider refused. */
import type { Store } from '#db/store.ts';
import { bookingOf } from '#events/booking/booking.ts';
import type { Recorded } from '#events/event.ts';
import {
  type MailCause,
  type MailEvent,
  type MailRole,
  mailStream,
  parkMail,
  retryMail,
  settleMail,
} from '#events/mail.ts';
import type { CauseOf } from '../letters/letter.ts';
import type { MailRefused } from '../../outside/mail/port.ts';

export type Retried = Recorded<Extract<MailEvent, { type: 'MailRetried' }>>;

interface Dependencies {
  readonly store: Pick<Store, 'change'>;
}

/** Adds a refused mail to the attention list. `by` is the event that caused this attempt. */
export async function parkRefused(
  { store }: Dependencies,
  cause: CauseOf<MailCause>,
  role: MailRole,
  refused: Pick<MailRefused, 'message'>,
  by: CauseOf<MailCause> | Retried,
): Promise<void> {
  const booking = bookingOf(cause.stream);
  const data = { role, cause: cause.type, position: cause.position, booking, reason: refused.message };
  await store.change({
    streams: { mail: mailStream(cause.id) },
    decide: (states) => parkMail(states, data),
    cause: { correlation: by.correlation, causation: by.id },
  });
}

/** Requests that a parked mail is sent again. `event` is the id of the event that caused it. */
export async function retryParked(
  { store }: Dependencies,
  { event, role, booking }: { readonly event: string; readonly role: MailRole; readonly booking: string },
): Promise<void> {
  await store.change({
    streams: { mail: mailStream(event) },
    decide: (states) => retryMail(states, role),
    cause: { correlation: booking },
  });
}

/** Records that the provider accepted a mail which was sent again; `by` asked for that. */
export async function settleAccepted(
  { store }: Dependencies,
  cause: Pick<CauseOf<MailCause>, 'id'>,
  role: MailRole,
  by: Pick<Retried, 'correlation' | 'id'>,
): Promise<void> {
  await store.change({
    streams: { mail: mailStream(cause.id) },
    decide: (states) => settleMail(states, role),
    cause: { correlation: by.correlation, causation: by.id },
  });
}

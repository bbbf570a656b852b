import { type BookingRow, bookingById } from '#db/projections/bookings.ts';
import { bookingOf, bookingStream } from '#events/booking.ts';
import {
  MAIL_CAUSES,
  type MailCause,
  type MailRole,
  mailCauseOf,
  mailStream,
  parkMail,
  settleMail,
} from '#events/mail.ts';
import type { AddressedLetter, MailEventOf } from '../mail/letters.ts';
import type { MailRefused } from '../mail/port.ts';
import { type PartLetter, deliverAll } from './deliver-letters.ts';
import { follow } from './follower.ts';
import type { Attempt, WorkerDependencies } from './worker.ts';

/** Mail is asked for by what happened to a booking, by mail that was refused, and by trying such mail once more. */
type Followed = MailCause | 'MailParked' | 'MailRetried';

/** The templates, loaded with the first mail: starting does not wait for them. */
const letters = () => import('../mail/letters.ts');

async function rowOf({ store }: WorkerDependencies, booking: string): Promise<BookingRow> {
  // From an older row would follow another letter, or none.
  await store.read.bookings.whenLevel();
  const row = await bookingById(store.read.bookings, booking);
  if (!row) throw new Error('the booking is not in the read model');
  return row;
}

/** Puts a refused mail into the attention list. `by` is the event that led to this try of sending it. */
async function park(
  { store }: WorkerDependencies,
  cause: MailEventOf<MailCause>,
  role: MailRole,
  refused: MailRefused,
  by: MailEventOf<Followed>,
): Promise<void> {
  const booking = bookingOf(cause.stream);
  const data = { role, cause: cause.type, position: cause.position, booking, reason: refused.message };
  await store.change({
    streams: { mail: mailStream(cause.id) },
    decide: (states) => parkMail(states, data),
    cause: { correlation: by.correlation, causation: by.id },
  });
}

function partOf({ role, to, content }: AddressedLetter): PartLetter & { readonly part: MailRole } {
  return { part: role, to, content };
}

async function send(event: MailEventOf<MailCause>, dependencies: WorkerDependencies, attempt: Attempt): Promise<void> {
  const row = await rowOf(dependencies, bookingOf(event.stream));
  const { lettersFor } = await letters();
  const parts = (await lettersFor(event, row, dependencies)).map(partOf);
  await deliverAll(parts, { event, about: event.stream }, dependencies, attempt, ({ part }, refused) =>
    park(dependencies, event, part as MailRole, refused, event),
  );
}

/** Tells the owner that a customer's mail was refused, the first time it is. */
async function tellOwner(
  event: MailEventOf<'MailParked'>,
  dependencies: WorkerDependencies,
  attempt: Attempt,
): Promise<void> {
  const { role, attempt: refusals, booking, cause, reason } = event.data;
  if (role !== 'customer' || refusals > 1) return;
  const { unsentNotice } = await letters();
  const letter = unsentNotice({ cause, reason, at: event.at }, await rowOf(dependencies, booking), dependencies);
  // The attention list has the mail itself: that this notice is refused as well adds nothing to it.
  const about = bookingStream(booking).name;
  if (letter) await deliverAll([partOf(letter)], { event, about }, dependencies, attempt);
}

async function sendAgain(
  event: MailEventOf<'MailRetried'>,
  dependencies: WorkerDependencies,
  attempt: Attempt,
): Promise<void> {
  const { store } = dependencies;
  const { role, position } = event.data;
  const cause = store.eventAt(position) as MailEventOf<MailCause>;
  if (cause.id !== mailCauseOf(event.stream)) throw new Error(`position ${position} has another event than the mail's`);
  const { lettersFor } = await letters();
  const all = await lettersFor(cause, await rowOf(dependencies, bookingOf(cause.stream)), dependencies);
  const parts = all.filter((letter) => letter.role === role).map(partOf);
  // Its key comes from this event: under the first one the provider may remember its refusal.
  await deliverAll(parts, { event, about: cause.stream }, dependencies, attempt, (_, refused) =>
    park(dependencies, cause, role, refused, event),
  );
  // Does nothing to a mail that was parked once more.
  await store.change({
    streams: { mail: mailStream(cause.id) },
    decide: (states) => settleMail(states, role),
    cause: { correlation: event.correlation, causation: event.id },
  });
}

/**
 * Writes the mails about bookings that events ask for, those about one booking in log order; the event's id and the recipient's role make each
 * arrive once.
 */
export const mail = follow<Followed>({
  name: 'mail',
  types: [...MAIL_CAUSES, 'MailParked', 'MailRetried'],
  async handle(event, dependencies, attempt) {
    if (event.type === 'MailParked') await tellOwner(event, dependencies, attempt);
    else if (event.type === 'MailRetried') await sendAgain(event, dependencies, attempt);
    else await send(event, dependencies, attempt);
  },
});

import { type BookingRow, bookingById } from '#db/projections/bookings.ts';
import { bookingOf, bookingStream } from '#events/booking.ts';
import type { Recorded } from '#events/event.ts';
import {
  MAIL_CAUSES,
  type MailCause,
  type MailRole,
  mailCauseOf,
  mailStream,
  parkMail,
  settleMail,
} from '#events/mail.ts';
import type { DomainEvent } from '#events/registry.ts';
import { ACCOUNT_MAIL_CAUSES, type AccountMailEvent } from '../mail/account-mail.ts';
import type { AddressedLetter, MailEventOf } from '../mail/letters.ts';
import { MailDelayed, MailRefused } from '../mail/port.ts';
import { follow } from './follower.ts';
import { type Attempt, TryLater, type WorkerDependencies } from './worker.ts';

/** Mail is asked for by what happened to a booking or an account, by mail that was refused, and by trying such mail once more. */
type Followed = MailCause | AccountMailEvent['type'] | 'MailParked' | 'MailRetried';

/** The templates, loaded with the first mail: starting does not wait for them. */
const letters = () => import('../mail/letters.ts');
const accountLetters = async () => (await import('../mail/account-letters.ts')).accountLetters;

async function rowOf({ store }: WorkerDependencies, booking: string): Promise<BookingRow> {
  // From an older row would follow another letter, or none.
  await store.read.bookings.whenLevel();
  const row = await bookingById(store.read.bookings, booking);
  if (!row) throw new Error('the booking is not in the read model');
  return row;
}

/** A letter, and what tells it apart from others that the same event asks for. */
type PartLetter = Pick<AddressedLetter, 'to' | 'content'> & { readonly part: string };

/**
 * Hands the letters of an event over, but for those that earlier tries have. One that is not taken keeps no other back: when
 * all were tried, throws what stood in the way. `onRefusal` hears of those that will never be taken.
 */
async function deliverAll(
  letters: readonly PartLetter[],
  { event, about }: { readonly event: Recorded<DomainEvent>; readonly about: string },
  { mailer, log }: WorkerDependencies,
  { signal, done }: Attempt,
  onRefusal: (letter: PartLetter, refused: MailRefused) => Promise<void> = async () => {},
): Promise<void> {
  const failures: unknown[] = [];
  for (const letter of letters) {
    const { part, to, content } = letter;
    if (done.has(part)) continue;
    try {
      await mailer.send({ key: `${event.id}:${part}`, about, to, ...content }, signal);
    } catch (error) {
      if (error instanceof MailDelayed && error.isForAll) throw later(error);
      if (signal.aborted) throw error;
      if (!(error instanceof MailRefused)) {
        failures.push(error instanceof MailDelayed ? later(error) : error);
        continue;
      }
      await onRefusal(letter, error);
      log.error({ err: error, worker: 'mail', position: event.position, event: event.id, part }, 'a mail was refused');
    }
    done.add(part);
  }
  if (failures.length > 0) throw failures[0];
}

function later(delayed: MailDelayed): TryLater {
  const { message, afterMs, isForAll } = delayed;
  return new TryLater(message, { afterMs, isForAll, cause: delayed });
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

/**
 * Sends the mails about an account. One that is refused is reported and left: anybody can register with an address that does
 * not exist, and the owner's attention list is not theirs to fill.
 */
async function sendToAccount(
  event: AccountMailEvent,
  dependencies: WorkerDependencies,
  attempt: Attempt,
): Promise<void> {
  const write = await accountLetters();
  await deliverAll(await write(event, dependencies), { event, about: event.stream }, dependencies, attempt);
}

function isAccountMail(event: MailEventOf<Followed>): event is AccountMailEvent {
  return (ACCOUNT_MAIL_CAUSES as readonly string[]).includes(event.type);
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
  const letter = unsentNotice({ cause, reason }, await rowOf(dependencies, booking), dependencies);
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
 * Writes the mails that events ask for, those about one booking in log order; the event's id and the recipient's role make each
 * arrive once.
 */
export const mail = follow<Followed>({
  name: 'mail',
  types: [...MAIL_CAUSES, ...ACCOUNT_MAIL_CAUSES, 'MailParked', 'MailRetried'],
  async handle(event, dependencies, attempt) {
    if (isAccountMail(event)) await sendToAccount(event, dependencies, attempt);
    else if (event.type === 'MailParked') await tellOwner(event, dependencies, attempt);
    else if (event.type === 'MailRetried') await sendAgain(event, dependencies, attempt);
    else await send(event, dependencies, attempt);
  },
});

import { type BookingRow, bookingById } from '#db/projections/bookings.ts';
import { bookingOf } from '#events/booking.ts';
import {
  MAIL_CAUSES,
  type MailCause,
  type MailRole,
  mailCauseOf,
  mailStream,
  parkMail,
  settleMail,
} from '#events/mail.ts';
import { ACCOUNT_MAIL_CAUSES, type AccountMailEvent } from '../mail/account-mail.ts';
import type { AddressedLetter, MailEventOf } from '../mail/letters.ts';
import { MailDelayed, MailRefused } from '../mail/port.ts';
import { follow } from './follower.ts';
import { Park, TryLater, type WorkerDependencies } from './worker.ts';

/** Mail is asked for by what happened to a booking or an account, by mail that was refused, and by trying such mail once more. */
type Followed = MailCause | AccountMailEvent['type'] | 'MailParked' | 'MailRetried';

/** The templates, loaded with the first mail: starting does not wait for them. */
const letters = () => import('../mail/letters.ts');
const accountLetters = async () => (await import('../mail/account-letters.ts')).accountLetters;

async function rowOf({ store }: WorkerDependencies, booking: string): Promise<BookingRow> {
  const row = await bookingById(store.read.bookings, booking);
  if (!row) throw new Park('the booking is not in the read model');
  return row;
}

/** Hands a letter over. Answers why not when nobody will take it; throws when it may be taken later. */
async function deliver(
  { mailer }: WorkerDependencies,
  key: string,
  { to, content }: Pick<AddressedLetter, 'to' | 'content'>,
  signal: AbortSignal,
): Promise<MailRefused | null> {
  try {
    await mailer.send({ key, to, ...content }, signal);
    return null;
  } catch (error) {
    if (error instanceof MailRefused) return error;
    if (error instanceof MailDelayed) throw new TryLater(error.message, error.afterMs, { cause: error });
    throw error;
  }
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

/** What a refusal comes to for the worker: it is reported, and what follows goes on. */
function refusal(refused: MailRefused): Park {
  return new Park('a mail was refused', { cause: refused });
}

async function send(
  event: MailEventOf<MailCause>,
  dependencies: WorkerDependencies,
  signal: AbortSignal,
): Promise<void> {
  const row = await rowOf(dependencies, bookingOf(event.stream));
  const { lettersFor } = await letters();
  let parked: Park | null = null;
  for (const letter of await lettersFor(event, row, dependencies)) {
    const refused = await deliver(dependencies, `${event.id}:${letter.role}`, letter, signal);
    if (!refused) continue;
    // One party's impossible address must not keep the mail from the other.
    await park(dependencies, event, letter.role, refused, event);
    parked = refusal(refused);
  }
  if (parked) throw parked;
}

/**
 * Sends the mails about an account. One that is refused is reported and left: anybody can register with an address that does
 * not exist, and the owner's attention list is not theirs to fill.
 */
async function sendToAccount(
  event: AccountMailEvent,
  dependencies: WorkerDependencies,
  signal: AbortSignal,
): Promise<void> {
  let parked: Park | null = null;
  for (const letter of await (
    await accountLetters()
  )(event, dependencies)) {
    const refused = await deliver(dependencies, `${event.id}:${letter.part}`, letter, signal);
    if (refused) parked = refusal(refused);
  }
  if (parked) throw parked;
}

function isAccountMail(event: MailEventOf<Followed>): event is AccountMailEvent {
  return (ACCOUNT_MAIL_CAUSES as readonly string[]).includes(event.type);
}

/** Tells the owner that a customer's mail was refused, the first time it is. */
async function tellOwner(
  event: MailEventOf<'MailParked'>,
  dependencies: WorkerDependencies,
  signal: AbortSignal,
): Promise<void> {
  const { role, attempt, booking, cause, reason } = event.data;
  if (role !== 'customer' || attempt > 1) return;
  const { unsentNotice } = await letters();
  const letter = unsentNotice({ cause, reason }, await rowOf(dependencies, booking), dependencies);
  const refused = letter && (await deliver(dependencies, `${event.id}:owner`, letter, signal));
  // The attention list has the mail itself; that this notice was refused too adds nothing to it.
  if (refused) throw refusal(refused);
}

async function sendAgain(
  event: MailEventOf<'MailRetried'>,
  dependencies: WorkerDependencies,
  signal: AbortSignal,
): Promise<void> {
  const { store } = dependencies;
  const { role, position } = event.data;
  const [cause] = store.readerOf(MAIL_CAUSES)(position - 1, 1) as MailEventOf<MailCause>[];
  if (cause?.id !== mailCauseOf(event.stream)) throw new Park('the event that asked for the mail is not in the log');
  const { lettersFor } = await letters();
  const all = await lettersFor(cause, await rowOf(dependencies, bookingOf(cause.stream)), dependencies);
  const letter = all.find((each) => each.role === role);
  // A key of its own: under the first one the provider may remember its refusal.
  const refused = letter && (await deliver(dependencies, `${event.id}:${role}`, letter, signal));
  if (refused) {
    await park(dependencies, cause, role, refused, event);
    throw refusal(refused);
  }
  await store.change({
    streams: { mail: mailStream(cause.id) },
    decide: (states) => settleMail(states, role),
    cause: { correlation: event.correlation, causation: event.id },
  });
}

/** Writes the mails that events ask for, in log order; the event's id and the recipient's role make each arrive once. */
export const mail = follow<Followed>({
  name: 'mail',
  types: [...MAIL_CAUSES, ...ACCOUNT_MAIL_CAUSES, 'MailParked', 'MailRetried'],
  async handle(event, dependencies, signal) {
    if (isAccountMail(event)) await sendToAccount(event, dependencies, signal);
    else if (event.type === 'MailParked') await tellOwner(event, dependencies, signal);
    else if (event.type === 'MailRetried') await sendAgain(event, dependencies, signal);
    else await send(event, dependencies, signal);
  },
});

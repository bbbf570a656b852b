import { type BookingRow, bookingById } from '#db/projections/bookings.ts';
import { bookingOf, bookingStream } from '#events/booking/booking.ts';
import { type MailCause, type MailReturn, type MailRole, mailCauseOf } from '#events/mail.ts';
import { LETTER_CAUSES } from '../letters/index.ts';
import type { CauseOf, LetterCause } from '../letters/letter.ts';
import type { AddressedLetter } from '../letters/letters-for.ts';
import { recordReturn, mailReturnOf } from '../letters/returned-mail.ts';
import { type PartLetter, deliverAll } from '../../outside/mail/deliver-letters.ts';
import { follow } from '../../process/following/follower.ts';
import type { Attempt } from '../../process/following/worker.ts';
import type { WorkerDependencies } from './dependencies.ts';
import { type Retried, parkRefused, settleAccepted } from './refused-mail.ts';

/** The mail layout, loaded with the first mail, so that the start does not wait for it. */
const letters = () => import('../letters/letters-for.ts');

async function rowOf({ store }: WorkerDependencies, booking: string): Promise<BookingRow> {
  const row = await bookingById(store.updatedQueries().bookings, booking);
  if (!row) throw new Error('the booking has no row');
  return row;
}

function partOf({ role, to, content }: AddressedLetter): PartLetter & { readonly part: MailRole } {
  return { part: role, to, content };
}

/** Selects the letters to addresses that get mail. Calls `onReturned` for each other letter. */
async function selectSendable(
  all: readonly AddressedLetter[],
  dependencies: WorkerDependencies,
  onReturned: (to: string, kind: MailReturn) => Promise<void>,
) {
  const parts: (PartLetter & { readonly part: MailRole })[] = [];
  for (const letter of all) {
    // Mail to the owner is always tried, because it also reports returned mail.
    const kind = letter.role === 'owner' ? null : await mailReturnOf(dependencies, letter.to);
    if (kind === null) parts.push(partOf(letter));
    else await onReturned(letter.to, kind);
  }
  return parts;
}

/**
 * Sends the letters that an event causes. A refused letter about something that is in the attention list anyway is not parked itself.
 */
async function send(event: CauseOf<LetterCause>, dependencies: WorkerDependencies, attempt: Attempt): Promise<void> {
  const isOfListed = event.type === 'MailParked' || event.type === 'MailReturned' || event.type === 'WebhookParked';
  const booking = isOfListed ? event.data.booking : bookingOf(event.stream);
  if (booking === null) return;
  const about = bookingStream(booking).name;
  const { lettersFor } = await letters();
  const all = await lettersFor(event, await rowOf(dependencies, booking), dependencies);
  const cause = { correlation: event.correlation, causation: event.id };
  const parts = await selectSendable(all, dependencies, (to, kind) =>
    recordReturn(dependencies, { about, cause: event.id, part: 'customer', kind, to }, cause),
  );
  await deliverAll(parts, { event, about }, dependencies, attempt, async (part, refused) => {
    if (!isOfListed) await parkRefused(dependencies, event, part.part as MailRole, refused, event);
  });
}

/** Why a mail is not retried. */
const NO_MORE_MAIL = { message: 'an earlier mail to this address was returned' };

async function sendAgain(event: Retried, dependencies: WorkerDependencies, attempt: Attempt): Promise<void> {
  const { store } = dependencies;
  const { role, position } = event.data;
  const cause = (await store.eventAt(position)) as CauseOf<MailCause>;
  if (cause.id !== mailCauseOf(event.stream)) throw new Error(`position ${position} has another event than the mail's`);
  const { lettersFor } = await letters();
  const all = await lettersFor(cause, await rowOf(dependencies, bookingOf(cause.stream)), dependencies);
  const retried = all.filter((letter) => letter.role === role);
  const parts = await selectSendable(retried, dependencies, () =>
    parkRefused(dependencies, cause, role, NO_MORE_MAIL, event),
  );
  // The idempotency key comes from this event: for the first one the provider may remember its refusal.
  await deliverAll(parts, { event, about: cause.stream, cause: cause.id }, dependencies, attempt, (_, refused) =>
    parkRefused(dependencies, cause, role, refused, event),
  );
  // Changes nothing for a mail that was parked again.
  await settleAccepted(dependencies, cause, role, event);
}

/**
 * Sends the mails about bookings, those about one booking in log order. The event's id and the recipient's role are the
 * idempotency key, so each mail arrives once.
 */
export const mail = follow<LetterCause | Retried['type'], WorkerDependencies>({
  name: 'mail',
  types: [...LETTER_CAUSES, 'MailRetried'],
  async handle(event, dependencies, attempt) {
    if (event.type === 'MailRetried') await sendAgain(event, dependencies, attempt);
    else await send(event, dependencies, attempt);
  },
});

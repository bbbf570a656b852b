/** Mails that the provider refuses. All others count as sent: no mail of the story leaves this machine. */
import type { Recorded } from '#events/event.ts';
import { parkRefused, retryParked, settleAccepted } from '../bookings/workers/refused-mail.ts';
import { bookingOf } from '#events/booking/booking.ts';
import type { BookingEventOf } from '#events/booking/booking-facts.ts';
import { DAY, MINUTE, type Story } from './story.ts';

const REASONS = [
  'the provider does not accept the address: mailbox unavailable',
  'the provider does not accept the address: it is on the suppression list',
];

const REFUSED = 0.003;

/** A start of the server sends refused mails again that are younger than a week: a story leaves none. */
const SETTLED_DAYS = 9;

/**
 * Has the provider refuse a few confirmations. Sent again on the next day, half of them are accepted; the others once the customer's
 * mailbox works again. One of the last weeks stays refused.
 */
export function planMail(story: Story, event: Recorded<BookingEventOf<'BookingConfirmed'>>): void {
  const { shop, agenda, chance, lastDay, isArranged } = story;
  const isLast = !isArranged.refusedMail && event.at > lastDay - 16 * DAY;
  if (event.at > lastDay - SETTLED_DAYS * DAY || !(chance.happens(REFUSED) || isLast)) return;
  if (isLast) isArranged.refusedMail = true;
  const booking = bookingOf(event.stream);
  const message = chance.pick(REASONS);
  const refuse = () => parkRefused(shop, event, 'customer', { message }, event);
  const sendAgain = () => retryParked(shop, { event: event.id, role: 'customer', booking });
  agenda.add(event.at + MINUTE, refuse);
  const againAt = event.at + DAY;
  const isAcceptedThen = !isLast && chance.happens(0.5);
  agenda.add(againAt, async () => {
    await sendAgain();
    await (isAcceptedThen ? accept(story, event) : refuse());
  });
  if (isLast || isAcceptedThen) return;
  agenda.add(againAt + chance.between(1, 6) * DAY, async () => {
    await sendAgain();
    await accept(story, event);
  });
}

async function accept({ shop }: Story, event: Recorded<BookingEventOf<'BookingConfirmed'>>): Promise<void> {
  await settleAccepted(shop, event, 'customer', { id: event.id, correlation: event.correlation });
}

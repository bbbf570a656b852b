import { hasStarted } from '#events/booking/changing.ts';
import { HOLD_MINUTES } from '#shared/business/business.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { unitsOf } from '#shared/booking/session-type.ts';
import { formatCents } from '#shared/money.ts';
import type { Block, Business, Link } from '../../outside/mail/layout/letter.ts';
import { nearestSlots } from '../availability/availability.ts';
import { BANK, type MailBooking, bookUrl, hello, longWhen, referenceFact } from './booking.ts';
import type { LetterWords, Matter } from './letter.ts';

export type LossReason = 'taken' | 'begun';

const LOST: Readonly<Record<LossReason, { subject: (when: string) => string; heading: string; why: string }>> = {
  taken: {
    subject: (when) => `${when} was taken`,
    heading: 'someone else has that time',
    why: 'By then, someone else had booked that time, so we couldn’t give it to you.',
  },
  begun: {
    subject: (when) => `your payment for ${when} came too late`,
    heading: 'that time had already started',
    why: 'By then, the visit would already have started, so we couldn’t book it.',
  },
};

export function slotLost(
  booking: MailBooking,
  { reason, cents }: { readonly reason: LossReason; readonly cents: number },
  alternatives: readonly Link[],
  business: Business,
): LetterWords {
  const amount = formatCents(cents);
  const { subject, heading, why } = LOST[reason];
  const all = { words: 'See all open times', url: bookUrl(booking, business) };
  const instead: Block[] =
    alternatives.length === 0
      ? ['Nothing near that day is open right now.', { actions: [all] }]
      : ['These times near it were open when we sent this:', { choices: [...alternatives, all] }];
  return {
    subject: `Sorry: ${subject(slotWords(booking))}. You get your ${amount} back`,
    preview: `You get a full refund of ${amount}.${alternatives.length === 0 ? '' : ' Here’s what else is open.'}`,
    heading: `We’re sorry: ${heading}`,
    blocks: [
      `${hello(booking)}, your payment for ${longWhen(booking, business.timeZone)} reached us after our ${HOLD_MINUTES}-minute hold had ended. ${why} We’re sorry.`,
      `You don’t have a booking, and you won’t pay anything: all of your ${amount} goes back to the card you paid with. ${BANK}`,
      ...instead,
      { facts: [referenceFact(booking)] },
    ],
  };
}

async function openTimes({ row, business, dependencies }: Matter<'RefundRequested'>): Promise<Link[]> {
  const slots = await nearestSlots(dependencies, row, null);
  return slots.map(({ date, claim }) => ({
    words: slotWords({ date, claim }),
    url: `${bookUrl(row, business)}&date=${date}&claim=${claim}`,
  }));
}

/** Of a payment that arrived when its slot was gone. */
export async function writeSlotLost(matter: Matter<'RefundRequested'>): Promise<LetterWords> {
  const { event, time, row, booking, business } = matter;
  const visit = { date: row.date, units: unitsOf(row.claim) };
  const reason = hasStarted(visit, time) ? 'begun' : 'taken';
  return slotLost(booking, { reason, cents: event.data.amount }, await openTimes(matter), business);
}

import type { RefundCause } from '#events/booking.ts';
import { formatCents } from '#shared/money.ts';
import { referenceOf } from '#shared/reference.ts';
import { headerLine } from '../controls.ts';
import { type MailBooking, fixedFacts, longWhen, shortWhen } from './booking.ts';
import { type Block, type Business, type Link, type MailContent, writeLetter } from './letter.ts';

type Fixed = 'priceCents' | 'freeChangesThrough' | 'policy';

type Lost = Pick<MailBooking, 'eventId' | 'name' | 'service' | 'date' | 'claim'>;

/** The bank's part, of which we know nothing exact. */
export const BANK = 'Your bank may take a few days to show it.';

/** How a time was lost before its payment arrived: someone else had it, or work would have begun. */
export type LossReason = 'taken' | 'begun';

const LOST: Readonly<Record<LossReason, { subject: string; heading: string; why: string }>> = {
  taken: {
    subject: 'was taken',
    heading: 'someone else has that time',
    why: 'By then, someone else had booked it',
  },
  begun: {
    subject: 'was paid for too late',
    heading: 'that time had already started',
    why: 'By then, the visit would already have started',
  },
};

/** To a customer whose payment came after the hold, when the time was lost: an apology, and what is open now. */
export function slotLost(
  booking: Lost,
  { reason, cents: refundCents }: { readonly reason: LossReason; readonly cents: number },
  alternatives: readonly Link[],
  business: Business,
): MailContent {
  const amount = formatCents(refundCents);
  const { subject, heading, why } = LOST[reason];
  const all = { words: 'See all open times', url: `${business.url}/book?service=${booking.service}` };
  const instead: Block[] =
    alternatives.length === 0
      ? ['Nothing near that day is open right now.', { actions: [all] }]
      : ['These times near it were open when we sent this:', { choices: [...alternatives, all] }];
  return writeLetter(
    {
      to: 'customer',
      subject: `Sorry: ${shortWhen(booking)} ${subject}. You get your ${amount} back`,
      preview: `You get a full refund of ${amount}. Here’s what else is open.`,
      heading: `We’re sorry: ${heading}`,
      blocks: [
        `Hello ${headerLine(booking.name)}, your payment for ${longWhen(booking, business.timeZone)} reached us after our 30-minute hold had ended. ${why}, so we couldn’t give it to you. We’re sorry.`,
        `You don’t have a booking, and you won’t pay anything: all of your ${amount} goes back to the card you paid with. ${BANK}`,
        ...instead,
        { facts: [{ label: 'Reference', value: referenceOf(booking.eventId) }] },
      ],
    },
    business,
  );
}

/** Causes of money that bought nothing, though no time was lost. */
export type ReturnedCause = 'paid-twice' | 'traded' | 'wrong-amount';

const RETURNED: Readonly<Record<ReturnedCause, string>> = {
  'paid-twice': 'You paid twice for the same booking, so we’re sending one payment back. Your visit is still booked.',
  traded: 'Your payment reached us after you had given that time back, so we’re sending it back.',
  'wrong-amount': 'Your payment wasn’t the price of the booking, so we’re sending it back.',
};

/** Money as it came, which may be other money than the price is in. */
interface Returned {
  readonly cents: number;
  readonly currency: string;
}

/** To a customer whose payment bought nothing, when the time was not lost. */
export function paymentReturned(
  booking: Pick<MailBooking, 'eventId' | 'name' | Fixed>,
  refund: Returned & { readonly cause: ReturnedCause },
  business: Business,
): MailContent {
  const amount = formatCents(refund.cents, refund.currency);
  return writeLetter(
    {
      to: 'customer',
      subject:
        refund.cause === 'paid-twice'
          ? `You paid twice: one ${amount} goes back, and your visit is still booked`
          : `Your ${amount} goes back`,
      preview: RETURNED[refund.cause],
      heading:
        refund.cause === 'paid-twice'
          ? `One ${amount} goes back, and your visit is still booked`
          : `Your ${amount} goes back`,
      blocks: [
        `Hello ${headerLine(booking.name)}. ${RETURNED[refund.cause]}`,
        `All of it goes back to the card you paid with. ${BANK}`,
        {
          facts: [
            { label: 'Amount', value: amount },
            ...fixedFacts(booking),
            { label: 'Reference', value: referenceOf(booking.eventId) },
          ],
        },
      ],
    },
    business,
  );
}

const GIVEN_BACK: Readonly<Record<'refilled' | 'goodwill', { heading: string; why: string }>> = {
  refilled: {
    heading: 'Someone else booked your time',
    why: 'you canceled late, so we kept your payment. Your time has since been booked again or closed, so you get a full refund, as promised.',
  },
  goodwill: {
    heading: 'It’s on us',
    why: 'you canceled late, so we kept your payment. We’ve decided to give it back to you anyway.',
  },
};

/** To a customer who cancelled late, when the payment that was kept goes back after all. */
export function keptPaymentReturned(
  booking: MailBooking,
  refund: { readonly cause: 'refilled' | 'goodwill'; readonly cents: number },
  business: Business,
): MailContent {
  const amount = formatCents(refund.cents);
  const { heading, why } = GIVEN_BACK[refund.cause];
  return writeLetter(
    {
      to: 'customer',
      subject: `Good news: you get your ${amount} back for ${shortWhen(booking)}`,
      preview: `All of your ${amount} goes back to the card you paid with.`,
      heading: `${heading}: you get your ${amount} back`,
      blocks: [
        `Hello ${headerLine(booking.name)}, ${why}`,
        `All of your ${amount} goes back to the card you paid with. ${BANK}`,
        {
          facts: [
            { label: 'Visit', value: longWhen(booking, business.timeZone) },
            { label: 'Amount', value: amount },
            ...fixedFacts(booking),
            { label: 'Reference', value: referenceOf(booking.eventId) },
          ],
        },
      ],
    },
    business,
  );
}

/** To a customer whose refund has not gone through for a while. */
export function refundDelayed(
  booking: Pick<MailBooking, 'eventId' | 'name' | Fixed>,
  { cents, currency }: Returned,
  business: Business,
): MailContent {
  const amount = formatCents(cents, currency);
  return writeLetter(
    {
      to: 'customer',
      subject: `Your ${amount} refund is taking longer`,
      preview: 'We’ll keep trying. There’s nothing you need to do.',
      heading: `Your ${amount} refund is taking longer`,
      blocks: [
        `Hello ${headerLine(booking.name)}, your ${amount} refund hasn’t gone through yet. We’re sorry. We know about it, and we’ll keep trying until it does.`,
        'There’s nothing you need to do, unless your card has been closed or replaced. In that case, reply to this email.',
        { facts: [...fixedFacts(booking), { label: 'Reference', value: referenceOf(booking.eventId) }] },
      ],
    },
    business,
  );
}

const CAUSES: Readonly<Record<RefundCause, string>> = {
  cancelled: 'Canceled on time',
  'cancelled-by-owner': 'Canceled by you',
  refilled: 'Canceled late, and the time was booked again',
  goodwill: 'Canceled late, and given back by you',
  'slot-lost': 'Paid late, when the time was taken or had started',
  'paid-twice': 'Paid twice',
  traded: 'Paid for a time that the customer had given back',
  'wrong-amount': 'Paid an amount that wasn’t the price',
};

export interface FailedRefund extends Returned, Pick<MailBooking, Fixed> {
  readonly eventId: string;
  readonly payment: string;
  readonly cause: RefundCause;
  /** How often it was tried. */
  readonly attempts: number;
  /** In the provider's words. */
  readonly reason: string;
}

/** To the owner, when a refund did not go through. */
export function refundFailed(refund: FailedRefund, business: Business): MailContent {
  const amount = formatCents(refund.cents, refund.currency);
  return writeLetter(
    {
      to: 'owner',
      subject: `Needs attention: a refund of ${amount} failed`,
      preview: `${CAUSES[refund.cause]}. We try again automatically.`,
      heading: `A refund of ${amount} failed`,
      blocks: [
        'We try again automatically, less and less often, and never pay it out twice. If it keeps failing, make the refund on the payment provider’s site.',
        {
          facts: [
            { label: 'Amount', value: amount },
            { label: 'Why', value: CAUSES[refund.cause] },
            { label: 'Tried', value: refund.attempts === 1 ? 'once' : `${refund.attempts} times` },
            { label: 'Answer', value: refund.reason },
            ...fixedFacts(refund),
            { label: 'Reference', value: referenceOf(refund.eventId) },
            { label: 'Payment', value: refund.payment },
          ],
        },
      ],
    },
    business,
  );
}

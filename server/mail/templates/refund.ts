import type { RefundCause } from '#events/booking.ts';
import { formatCents } from '#shared/money.ts';
import { referenceOf } from '#shared/reference.ts';
import { headerLine } from '../controls.ts';
import { type MailBooking, type MailTerms, fixedFacts, longWhen, shortWhen } from './booking.ts';
import { type Block, type Business, type Link, type MailContent, writeLetter } from './letter.ts';

type Lost = Pick<MailBooking, 'eventId' | 'name' | 'service' | 'date' | 'claim'>;

/** The bank's part, of which we know nothing exact. */
export const BANK = 'Your bank may take a few days to show it.';

/** How a time was lost before its payment arrived: someone else had it, or work would have begun. */
export type LossReason = 'taken' | 'begun';

const LOST: Readonly<Record<LossReason, { subject: (when: string) => string; heading: string; why: string }>> = {
  taken: {
    subject: (when) => `${when} was taken`,
    heading: 'someone else has that time',
    why: 'By then, someone else had booked it',
  },
  begun: {
    subject: (when) => `your payment for ${when} came too late`,
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
      subject: `Sorry: ${subject(shortWhen(booking))}. You get your ${amount} back`,
      preview: `You get a full refund of ${amount}.${alternatives.length === 0 ? '' : ' Here’s what else is open.'}`,
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
  traded: 'Your payment reached us after you had given up that time, so we’re sending it back.',
  'wrong-amount': 'Your payment didn’t match the price, so it doesn’t count toward the booking. We’re sending it back.',
};

/** Money as it came, which may be other money than the price is in. */
interface Returned {
  readonly cents: number;
  readonly currency: string;
}

/** To a customer whose payment bought nothing, when the time was not lost. */
export function paymentReturned(
  booking: Pick<MailBooking, 'eventId' | 'name'> & MailTerms,
  refund: Returned & { readonly cause: ReturnedCause },
  business: Business,
): MailContent {
  const amount = formatCents(refund.cents, refund.currency);
  return writeLetter(
    {
      to: 'customer',
      subject:
        refund.cause === 'paid-twice'
          ? `You paid twice: we’re sending ${amount} back, and your visit is still booked`
          : `We’re sending your ${amount} back`,
      preview: RETURNED[refund.cause],
      heading:
        refund.cause === 'paid-twice'
          ? `We’re sending ${amount} back, and your visit is still booked`
          : `We’re sending your ${amount} back`,
      blocks: [
        `Hello ${headerLine(booking.name)}. ${RETURNED[refund.cause]}`,
        `The ${amount} goes back to the card you paid with. ${BANK}`,
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
    heading: 'Your time was filled after all',
    why: 'you canceled late, so we kept your payment. Since then, someone else booked your time or we closed it ourselves, so you get a full refund, as promised.',
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
            ...fixedFacts({ ...booking, areFreeChangesOver: true }),
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
  booking: Pick<MailBooking, 'eventId' | 'name'> & MailTerms,
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
  cancelled: 'Canceled in time',
  'cancelled-by-owner': 'Canceled by you',
  refilled: 'Canceled late, and the time was booked again or closed',
  goodwill: 'Canceled late, and given back by you',
  'slot-lost': 'Paid late, when the time was taken or had started',
  'paid-twice': 'Paid twice',
  traded: 'Paid for a time that the customer had given up',
  'wrong-amount': 'Paid an amount that wasn’t the price',
};

export interface FailedRefund extends Returned, MailTerms {
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
            { label: 'Provider', value: refund.reason },
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

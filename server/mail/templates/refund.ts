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
    why: 'and by then someone else had booked it',
  },
  begun: {
    subject: 'was paid too late',
    heading: 'that time had begun',
    why: 'and by then the visit would have begun already',
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
      ? ['Nothing near that day is open at the moment.', { actions: [all] }]
      : ['These times near it were open when we wrote this:', { choices: [...alternatives, all] }];
  return writeLetter(
    {
      to: 'customer',
      subject: `Sorry: ${shortWhen(booking)} ${subject}, your ${amount} goes back`,
      preview: `All of your ${amount} goes back to the card it came from. Here is what is open instead.`,
      heading: `We are sorry: ${heading}`,
      blocks: [
        `Hello ${headerLine(booking.name)}, your payment for ${longWhen(booking, business.timeZone)} reached us after the 30 minutes for which we hold a time, ${why}.`,
        `You have no booking, and you pay nothing: all of your ${amount} goes back to the card it came from. ${BANK}`,
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
  'paid-twice': 'We received a second payment for the same booking. One is enough: your visit stands.',
  traded: 'Your payment reached us after you had given that time back.',
  'wrong-amount': 'We received a payment that is not the price of the booking, so it does not pay for it.',
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
          ? `Paid twice: one ${amount} goes back, your visit stands`
          : `Your ${amount} goes back`,
      preview: RETURNED[refund.cause],
      heading:
        refund.cause === 'paid-twice' ? `One ${amount} goes back, your visit stands` : `Your ${amount} goes back`,
      blocks: [
        `Hello ${headerLine(booking.name)}. ${RETURNED[refund.cause]}`,
        `All of it goes back to the card it came from. ${BANK}`,
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
    heading: 'Your time was sold again',
    why: 'you cancelled after the free changes were over, and we kept your payment. Since then all of that time has been sold again or closed, so you get all of it back, as promised.',
  },
  goodwill: {
    heading: 'A courtesy of ours',
    why: 'you cancelled after the free changes were over, and we kept your payment. We have decided to give it back all the same.',
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
      subject: `Good news: your ${amount} for ${shortWhen(booking)} goes back`,
      preview: `All of your ${amount} goes back to the card it came from.`,
      heading: `${heading}: your ${amount} goes back`,
      blocks: [
        `Hello ${headerLine(booking.name)}, ${why}`,
        `All of your ${amount} goes back to the card it came from. ${BANK}`,
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
      subject: `Your refund of ${amount} takes longer`,
      preview: 'It is safe and tried again by itself. You need not do anything.',
      heading: `Your refund of ${amount} takes longer`,
      blocks: [
        `Hello ${headerLine(booking.name)}, the payment service could not carry out your refund of ${amount} so far. We are sorry. It is tried again by itself, and we know of it.`,
        'You need not do anything. If your card has been closed or replaced meanwhile, answer this email.',
        { facts: [...fixedFacts(booking), { label: 'Reference', value: referenceOf(booking.eventId) }] },
      ],
    },
    business,
  );
}

const CAUSES: Readonly<Record<RefundCause, string>> = {
  cancelled: 'Cancelled on time',
  'cancelled-by-owner': 'Cancelled by you',
  refilled: 'Cancelled late, and the time was sold again',
  goodwill: 'Cancelled late, and given back by you',
  'slot-lost': 'Paid late, when the time was taken or had begun',
  'paid-twice': 'Paid twice',
  traded: 'Paid for a time that the customer had given back',
  'wrong-amount': 'Paid another amount than the price',
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
      preview: `${CAUSES[refund.cause]}. It is tried again by itself.`,
      heading: `A refund of ${amount} failed`,
      blocks: [
        'It is tried again by itself, ever more rarely, and never paid out twice. If it keeps failing, return the money at the payment provider.',
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

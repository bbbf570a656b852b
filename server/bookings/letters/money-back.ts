/** About a payment that is refunded, unless the letter about a cancellation says so. */
import { refundsOf } from '#db/projections/booking-row.ts';
import type { RefundCause } from '#events/booking/booking.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { formatCents } from '#shared/money.ts';
import type { Block } from '../../outside/mail/layout/letter.ts';
import { BANK, bookUrl, customerFacts, fixedFacts, hello, longWhen, refundWay } from './booking.ts';
import { type CustomerMatter, type LetterWords, bookingLetter } from './letter.ts';
import { writeSlotLost } from './slot-lost.ts';

/** After this attempt, customer and owner are told again. Attempts are 15 minutes apart by then. */
const KEEPS_FAILING_FROM = 11;

export type Refunded = CustomerMatter<'RefundRequested'>;

interface GivenBack {
  readonly news?: string;
  readonly heading: string;
  readonly why: string;
}

function givenBack({ event, booking, business }: Refunded, words: GivenBack): LetterWords | null {
  if (event.data.amount === 0) return null;
  const amount = formatCents(event.data.amount);
  return {
    subject: `${words.news ?? ''}${words.news ? 'you' : 'You'} get your ${amount} back for ${slotWords(booking)}`,
    preview: refundWay(amount, booking).brief,
    heading: `${words.heading}: you get your ${amount} back`,
    blocks: [
      `${hello(booking)}, ${words.why}`,
      refundWay(amount, booking).full,
      {
        facts: [
          { label: 'Visit', value: longWhen(booking, business.timeZone) },
          { label: 'Amount', value: amount },
          ...fixedFacts({ ...booking, areFreeChangesOver: true }),
        ],
      },
    ],
  };
}

interface Unearned {
  readonly news?: string;
  readonly why: string;
  readonly standing: string;
  readonly offersBooking?: boolean;
}

/** A payment that bought nothing, although no slot was lost. It may be in another currency. */
function paymentReturned({ event, row, booking, business }: Refunded, words: Unearned): LetterWords {
  const { amount: cents, currency } = event.data;
  const amount = formatCents(cents, currency);
  const isBooked = row.status === 'confirmed';
  const sending = `’re sending ${amount} back${isBooked ? ', and your visit is still booked' : ''}`;
  const standing = isBooked ? 'Your visit is still booked.' : words.standing;
  const book: Block = { actions: [{ words: 'Book a visit', url: bookUrl(booking, business) }] };
  return {
    subject: words.news ? `${words.news}: we${sending}` : `We${sending}`,
    preview: standing,
    heading: `We${sending}`,
    blocks: [
      `${hello(booking)}, ${words.why} ${standing}`,
      `The ${amount} goes back to the card you paid with. ${BANK}`,
      ...(!isBooked && words.offersBooking ? [book] : []),
      {
        facts: [
          { label: 'Amount', value: amount },
          { label: isBooked ? 'Visit' : 'Time', value: longWhen(booking, business.timeZone) },
          ...fixedFacts(booking),
        ],
      },
    ],
  };
}

type Write = (refunded: Refunded) => LetterWords | null | Promise<LetterWords | null>;

/** Null if the letter about the cancellation says it. */
const WRITE: Readonly<Record<RefundCause, Write | null>> = {
  cancelled: null,
  'cancelled-by-owner': null,
  'slot-lost': writeSlotLost,
  'paid-twice': (refunded) =>
    paymentReturned(refunded, {
      news: 'You paid twice',
      why: 'you paid twice for the visit below, so we’re sending one payment back.',
      standing: 'Your first payment isn’t affected by this.',
    }),
  traded: (refunded) =>
    paymentReturned(refunded, {
      why: 'you paid for the time below after you had chosen another one, so we’re sending the money back.',
      standing: 'The time you chose instead isn’t affected by this.',
    }),
  'wrong-amount': (refunded) =>
    paymentReturned(refunded, {
      why: 'you paid an amount that isn’t the price of the visit below, so we’re sending the money back.',
      standing: 'This payment didn’t book a visit.',
      offersBooking: true,
    }),
  refilled: (refunded) =>
    givenBack(refunded, {
      news: 'Good news: ',
      heading: 'Your time was filled after all',
      why: 'you canceled late, so we kept your payment. Since then, someone else booked your time or we closed it ourselves, so you get a full refund, as promised.',
    }),
  goodwill: (refunded) =>
    givenBack(refunded, {
      news: 'Good news: ',
      heading: 'It’s on us',
      why: 'you canceled late, so we kept your payment. We’ve decided to give it back to you anyway.',
    }),
  'after-visit': (refunded) => {
    const visit = refunded.row.status === 'no-show' ? 'the visit that we missed you at' : 'your visit';
    return givenBack(refunded, {
      heading: 'It’s on us',
      why: `we’ve decided to give you back what you paid for ${visit}.`,
    });
  },
};

export const moneyBack = bookingLetter({
  on: ['RefundRequested'],
  to: 'customer',
  tells: 'that they’re getting money back',
  write: (refunded) => WRITE[refunded.event.data.cause]?.(refunded) ?? null,
});

export const refundDelayed = bookingLetter({
  on: ['RefundFailed'],
  to: 'customer',
  tells: 'that their refund is taking longer',
  write({ event, row, booking, business }) {
    const { payment, attempt } = event.data;
    const refund = refundsOf(row).find((each) => each.payment === payment);
    if (attempt !== KEEPS_FAILING_FROM || !refund) return null;
    const amount = formatCents(refund.amount, refund.currency);
    return {
      subject: `Your ${amount} refund is taking longer`,
      preview: 'We’ll keep trying. There’s nothing you need to do.',
      heading: `Your ${amount} refund is taking longer`,
      blocks: [
        `${hello(booking)}, your ${amount} refund hasn’t gone through yet. We’re sorry. We know about it, and we’ll keep trying until it does.`,
        'There’s nothing you need to do, unless your card has been closed or replaced. In that case, reply to this email. Please reply, too, if you don’t have the money in a week.',
        { facts: [{ label: 'Visit', value: longWhen(booking, business.timeZone) }, ...fixedFacts(booking)] },
      ],
    };
  },
});

const CAUSES: Readonly<Record<RefundCause, string>> = {
  cancelled: 'Canceled in time',
  'cancelled-by-owner': 'Canceled by you',
  refilled: 'Canceled late, and the time was booked again or closed',
  goodwill: 'Canceled late, and given back by you',
  'after-visit': 'Given back by you after the visit',
  'slot-lost': 'Paid late, when the time was taken or had started',
  'paid-twice': 'Paid twice',
  traded: 'Paid for a time that the customer had given up',
  'wrong-amount': 'Paid an amount that wasn’t the price',
};

/** Sent at the first failure, and again if the refund still fails later. */
export const refundFailed = bookingLetter({
  on: ['RefundFailed'],
  to: 'owner',
  write({ event, row, booking, business }) {
    const { payment, attempt: attempts, reason } = event.data;
    const refund = refundsOf(row).find((each) => each.payment === payment);
    if ((attempts !== 1 && attempts !== KEEPS_FAILING_FROM) || !refund) return null;
    const keepsFailing = attempts === KEEPS_FAILING_FROM;
    const amount = formatCents(refund.amount, refund.currency);
    const failed = keepsFailing ? 'keeps failing' : 'failed';
    return {
      subject: `Needs attention: a refund of ${amount} ${failed}`,
      preview: keepsFailing ? 'Please make the refund yourself.' : 'We try again automatically.',
      heading: `A refund of ${amount} ${failed}`,
      blocks: [
        keepsFailing
          ? `Please make the full refund of ${amount} yourself, on the payment provider’s site. We find it there, stop trying, and never pay it out twice. Until then we keep trying.`
          : 'We try again automatically, less and less often. There’s nothing you need to do yet: if it keeps failing, we email you once more.',
        {
          facts: [
            { label: 'Amount', value: amount },
            { label: 'Why', value: CAUSES[refund.cause] },
            { label: 'Tried', value: attempts === 1 ? 'once' : `${attempts} times` },
            { label: 'Provider says', value: reason },
            { label: 'Visit', value: longWhen(booking, business.timeZone) },
            ...customerFacts(booking),
            ...fixedFacts(booking),
            { label: 'Payment', value: payment },
          ],
        },
      ],
    };
  },
});

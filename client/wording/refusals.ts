/** Each takes the blame for our own errors and says what to do next. */
import { HOLD_MINUTES } from '#shared/business/business.ts';
import { PHOTO_REFUSALS } from './photos.ts';
import { type Wording, wordingOf } from './wording.ts';
import type { PriceChange, ShownOn } from '#shared/calls/refusals.ts';
import { formatCents } from '#shared/money.ts';
import { waitTime } from '#shared/calls/rpc-error.ts';

const WAIT = '{wait}';
const SHOWN_PRICE = '{shown}';
const CURRENT_PRICE = '{now}';

/** No refusals: what happened to a hold or a payment meanwhile. */
type BookingNews = 'slot-gone' | 'hold-lapsed' | 'hold-gone' | 'slot-lost' | 'left-with-account' | 'payment-unclear';

const WORDINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...PHOTO_REFUSALS,
    'slot-taken':
      'That time has just been taken. Someone else has booked it, or is paying for it now. Nothing was charged, and everything else you typed is still here. Pick another time.',
    'slot-gone':
      'That time is no longer open. Someone else has it, or it’s too soon or too far ahead to book. Pick another time.',
    'too-soon':
      'That time can no longer be booked. Bookings for a morning or an afternoon close two hours before it starts. Nothing was charged. Pick a later time.',
    'too-far': 'That day is not open yet. It’s further ahead than we take bookings. Pick an earlier day.',
    'price-changed': `The price has changed. This visit was ${SHOWN_PRICE} when you opened the page. It’s ${CURRENT_PRICE} now. Nothing was charged, and your answers are still here. If that’s fine, press the button again.`,
    'not-held': `The time is no longer held for you. Your ${HOLD_MINUTES} minutes to pay are up. If you’ve paid, wait for our email: you get either the visit or a full refund. If not, press the button again. If the time is still open, it’s yours for another ${HOLD_MINUTES} minutes.`,
    overtaken:
      'A newer request of yours counts now. This browser has since changed the time or given it back, perhaps in another window. Nothing was charged. If you’re holding a time, it’s shown above. To take this one instead, press the button again.',
    'other-account':
      'Someone else is signed in now. This page was opened while another account was signed in, so nothing was booked or charged, and what was typed is gone. The form starts over for the account that’s signed in now.',
    'session-ended':
      'You’ve been signed out. Nothing was booked or charged. To book for your account, sign in first. To book without an account, press the button again.',
    invalid: 'Some answers need another look. Nothing was charged. Each one says what to do.',
    'key-reused':
      'We already received this form with other answers. Nothing new was booked. Check that the answers below are the ones you want, then press the button again.',
    'payments-down':
      'We can’t take payments right now. It’s our fault. Nothing was charged and your answers are still here. Try again in a few minutes.',
    'hold-lapsed': `Your hold ended before you paid. We hold a time for ${HOLD_MINUTES} minutes, and no payment has reached us. If you’ve paid, wait for our email: you get either the visit or a full refund. If not, you can take the time again while it’s open. Your answers are still here.`,
    'hold-gone': `Your hold ended before you paid, and the time is gone. We hold a time for ${HOLD_MINUTES} minutes, and no payment has reached us. Someone else has the time now, or it’s too soon to book it. If you’ve paid, wait for our email: you get either the visit or a full refund. If not, pick another time. Your answers are still here.`,
    'slot-lost':
      'Your payment came too late for that time. We’re sorry. The whole amount goes back to your card, and we email you about it. Your answers are still here if you want to pick another time.',
    'left-with-account':
      'You don’t have a booking, and your payment goes back. Your details for that time were deleted before your payment reached us: with the account that has your email address, or because you had a month to pay. The whole amount goes back to your card. No email follows, because we no longer have your address. You’re welcome to book again.',
    'payment-unclear':
      'We can’t tell yet whether your payment went through. The payment service isn’t answering right now. If you paid, we email you the confirmation within a few minutes. Please don’t pay again before then.',
    'storage-down':
      'We can’t save your booking right now. It’s our fault. Nothing was charged and your answers are still here. Try again in a few minutes.',
    busy: 'Too many people are booking right now. Nothing was charged. Wait a few seconds and press the button again.',
    'too-many':
      'Too many requests came from you or your network. We slow things down so the site stays open for everyone. Your answers are still here. Wait a minute, then press the button again.',
    'too-many-holds': `We can’t hold another time for your network. Someone on your network, maybe you, is holding as many unpaid times as we allow. Nothing was charged, and your answers are still here. Pay for one of those times, or try again in ${WAIT}.`,
    'holds-full': `We can’t hold that time for you right now. Other new customers are paying right now, and we hold only so many unpaid times for new customers at once. Nothing was charged, and your answers are still here. Try again in ${WAIT}.`,
    'not-found': 'We can’t find that. The address may be incomplete. Check the link in your email.',
  } satisfies Record<ShownOn<'booking'> | BookingNews, string>),
);

const UNKNOWN =
  'Your booking didn’t go through. It’s our fault. Your answers are still here: press the button again, and if it keeps failing, email us.';

/** For a request without a response. */
export const UNREACHABLE: Wording = wordingOf(
  'We couldn’t reach the booking desk. Check your connection and press the button again. Your answers are still here, and pressing twice never books twice.',
);

/** How a visitor who would have to wait can book: as a customer known from earlier payments, or by asking a person. */
const OTHERWISE: ReadonlyMap<string, 'paid-before' | 'ask'> = new Map([
  ['too-many-holds', 'ask'],
  ['holds-full', 'paid-before'],
]);

export interface BookingWording extends Wording {
  readonly otherwise?: 'paid-before' | 'ask';
}

interface Known {
  /** Seconds to wait. */
  readonly retryAfter?: number | undefined;
  readonly price?: PriceChange | undefined;
}

export function wordRefusal(name = '', { retryAfter, price }: Known = {}): BookingWording {
  const wait = retryAfter === undefined ? 'half an hour' : waitTime(retryAfter);
  const sentences = (WORDINGS.get(name) ?? UNKNOWN)
    .replace(WAIT, wait)
    .replace(SHOWN_PRICE, price ? formatCents(price.shown) : SHOWN_PRICE)
    .replace(CURRENT_PRICE, price ? formatCents(price.now) : CURRENT_PRICE);
  const otherwise = OTHERWISE.get(name);
  return { ...wordingOf(sentences), ...(otherwise && { otherwise }) };
}

/** Placeholder for the visit's current time. */
const VISIT_TIME = '{visit}';

export function withVisitTime({ title, text }: Wording, time: string): Wording {
  return { title, text: text.replace(VISIT_TIME, time) };
}

/** No refusals: why there is nothing to change. */
type ChangeNews = 'slot-gone' | 'never-booked' | 'visit-over';

const CHANGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...PHOTO_REFUSALS,
    'slot-taken':
      'That time has just been taken. Someone else has booked it, or is paying for it now. Your visit stays where it was. Pick another time.',
    'slot-gone':
      'That time is no longer open. Someone else has it, or it’s too soon now. Your visit stays where it was. Pick another time.',
    'own-visit':
      'You’ve already booked that time. It’s another visit of yours, already paid for. This one stays where it was. Pick another time.',
    'payments-down':
      'We can’t end your hold on that time right now. The payment service isn’t answering, so someone could still pay for it. Your visit stays where it was. Try again in a few minutes, or pick another time.',
    'too-soon':
      'That time can no longer be booked. A morning or an afternoon closes two hours before it starts. Your visit stays where it was. Pick a later time.',
    'too-far':
      'That day is not open yet. It’s further ahead than we take bookings. Your visit stays where it was. Pick an earlier day.',
    'too-late':
      'It’s too late to move this visit. Visits can only be moved while changes are free, so it stays where it is.',
    'same-slot': 'Your visit is already at that time. Nothing was changed. Pick another time, or leave it as it is.',
    'wrong-service':
      'That time is a different length. A visit keeps its length when it moves. Nothing was changed. Pick a time of the same length.',
    'not-confirmed': 'This visit is no longer booked. It was canceled or is over, so there’s nothing left to change.',
    'never-booked':
      'This time was never booked. Your payment arrived after our hold had ended, so there’s nothing to move or cancel. The visit’s page says where your money is.',
    'visit-started':
      'The visit has started. Once it has started, it can’t be moved or canceled here. If something’s wrong, email us.',
    'visit-over': 'This visit is over. It can’t be moved or canceled anymore. If something’s wrong, email us.',
    'terms-changed':
      'What this page said no longer holds. When you opened it, you could still have gotten more of your money back. It’s too late for that now, so we haven’t canceled anything. Read below what canceling means now, and decide again.',
    'plans-changed': `The visit has moved. It is booked for ${VISIT_TIME} now: it was moved after you opened this page. Nothing else was changed. If you still want to, press the button again, or leave the visit as it is.`,
    'has-account':
      'This visit belongs to an account. Nothing was deleted. Its details go with the account: sign in and delete it on your profile.',
    'link-replaced':
      'This browser can no longer change the visit. The visit was moved or its details were corrected since, and its page has a new link. Nothing was changed. Open the link in our newest email about the visit.',
    'unknown-booking':
      'This browser can’t change the visit. Nothing was changed. Open the link in our newest email about the visit, or sign in.',
    'key-reused':
      'We already received this form with another answer. Check your visit to see where things are. To change it again, press the button again.',
    invalid: 'We couldn’t read that. Nothing was changed. Reload the page and try again.',
    'too-many': `That was a lot of changes in a short time. Nothing more was changed. Press the button again in ${WAIT}.`,
    'storage-down':
      'We can’t save your change right now. It’s our fault. Try again in a few minutes: pressing twice never changes anything twice.',
    busy: 'We’re very busy right now. Nothing was changed. Wait a few seconds and press the button again.',
  } satisfies Record<ShownOn<'change'> | ChangeNews, string>),
);

const UNKNOWN_CHANGE =
  'That didn’t go through. It’s our fault. Press the button again: pressing twice never changes anything twice. If it keeps failing, email us.';

/** For a change without a response. */
export const UNREACHABLE_CHANGE: Wording = wordingOf(
  'We couldn’t reach the booking desk. Check your connection and press the button again. Pressing twice never changes anything twice.',
);

export function wordChangeRefusal(name = '', retryAfter?: number): Wording {
  const wait = retryAfter === undefined ? 'a few minutes' : waitTime(retryAfter);
  return wordingOf((CHANGES.get(name) ?? UNKNOWN_CHANGE).replace(WAIT, wait));
}

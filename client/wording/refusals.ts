import { waitTime } from '#shared/wait.ts';

/** Every refusal in words for people. Each takes the blame where it is ours and says what to do next. */

export interface Wording {
  readonly title: string;
  readonly text: string;
  /** How else the visitor can book: known as a customer who has paid before, or with a person. */
  readonly otherwise?: 'paid-before' | 'ask';
}

/** Stands in words for the time to wait. */
const WAIT = '{wait}';

const WORDINGS: ReadonlyMap<string, Wording> = new Map(
  Object.entries({
    'slot-taken': {
      title: 'That time has just been taken',
      text: 'Someone else has booked it, or is paying for it now. Nothing was charged, and everything else you typed is still here. Pick another time.',
    },
    'slot-gone': {
      title: 'That time is not open any more',
      text: 'Someone else has it, or it is too close or too far away to be booked. Pick another time.',
    },
    'too-soon': {
      title: 'That time can no longer be booked',
      text: 'Bookings for a morning or an afternoon close two hours before it starts. Nothing was charged. Pick a later time.',
    },
    'too-far': {
      title: 'That day is not open yet',
      text: 'It lies further ahead than we take bookings. Pick an earlier day.',
    },
    'not-held': {
      title: 'The time is no longer held for you',
      text: 'The 30 minutes for paying are over. If you have paid, wait for our email: you get the visit or all of your money back. If not, press the button again: when the time is still open, it is yours for another 30 minutes.',
    },
    overtaken: {
      title: 'A newer request of yours counts now',
      text: 'This browser has changed the time or given it back meanwhile, perhaps in another window. Nothing was charged. If you hold a time, it stands above. To take this one instead, press the button again.',
    },
    'other-account': {
      title: 'Somebody else is signed in now',
      text: 'This page was opened while another account was signed in. So nothing was booked or charged, and nothing that was typed is kept. The form begins anew, for whoever is signed in now.',
    },
    'session-ended': {
      title: 'You were signed out meanwhile',
      text: 'Nothing was booked or charged. To book for your account, sign in first. To book without an account, press the button again.',
    },
    invalid: {
      title: 'Some answers need another look',
      text: 'Nothing was charged. Each one says what to do.',
    },
    'key-reused': {
      title: 'We already received this form with other answers',
      text: 'Nothing new was booked. Check that the answers below are the ones you want, then press the button again.',
    },
    'payments-down': {
      title: 'We cannot take payments at the moment',
      text: 'The fault is on our side. Nothing was charged and your answers are still here. Try again in a few minutes.',
    },
    'hold-lapsed': {
      title: 'Your hold has ended before it was paid',
      text: 'We keep a time for 30 minutes, and no payment has reached us. If you have paid, wait for our email: you get the visit or all of your money back. If not, you can take the time again while it is open; your answers are still here.',
    },
    'slot-lost': {
      title: 'Your payment came too late for that time',
      text: 'We are sorry. The whole amount goes back to your card, and an email confirms it. Your answers are still here if you want to pick another time.',
    },
    'payment-unclear': {
      title: 'We cannot see yet whether your payment went through',
      text: 'The payment service does not answer us at the moment. If you paid, your booking is confirmed by email within a few minutes. Please do not pay again before then.',
    },
    'storage-down': {
      title: 'We cannot save your booking at the moment',
      text: 'The fault is on our side. Nothing was charged and your answers are still here. Try again in a few minutes.',
    },
    busy: {
      title: 'Too many people are booking at this moment',
      text: 'Nothing was charged. Wait a few seconds and press the button again.',
    },
    'too-many': {
      title: 'Too many requests came from you or your network',
      text: 'We slow down after a while, so that the site stays open for everyone. Your answers are still here. Wait a minute, then press the button again.',
    },
    'too-many-holds': {
      title: 'We can’t hold another time for your network',
      text: `Someone on your network, maybe you, is holding as many unpaid times as we allow. Nothing was charged, and your answers are still here. Pay for one of those times, pick a later day, or try again in ${WAIT}.`,
      otherwise: 'ask',
    },
    'holds-full': {
      title: 'We can’t hold that time for you right now',
      text: `Other new customers are paying for many of the coming days, and we hold only so many unpaid times for new customers at once. Nothing was charged, and your answers are still here. Pick a later day, or try again in ${WAIT}.`,
      otherwise: 'paid-before',
    },
    'not-found': {
      title: 'We cannot find that',
      text: 'The address may be incomplete. Check the link in your email.',
    },
  } satisfies Record<string, Wording>),
);

const UNKNOWN: Wording = {
  title: 'Your booking did not go through',
  text: 'The fault is on our side. Your answers are still here: press the button again, and if it keeps failing, write to us.',
};

/** For a request that got no answer at all. */
export const UNREACHABLE: Wording = {
  title: 'We could not reach the booking desk',
  text: 'Check your connection and press the button again. Your answers are still here, and pressing twice never books twice.',
};

/** What a refusal says, with the seconds to wait when they are known. */
export function wordRefusal(name: string | undefined, retryAfter?: number): Wording {
  const wording = WORDINGS.get(name ?? '') ?? UNKNOWN;
  return withWait(wording, retryAfter === undefined ? 'half an hour' : waitTime(retryAfter));
}

function withWait(wording: Wording, wait: string): Wording {
  return wording.text.includes(WAIT) ? { ...wording, text: wording.text.replace(WAIT, wait) } : wording;
}

/** Stands in words for the time for which a visit is booked by now. */
const VISIT_TIME = '{visit}';

/** Words with the time in them. */
export function withVisitTime({ title, text }: Wording, time: string): Wording {
  return { title, text: text.replace(VISIT_TIME, time) };
}

/** Refusals of a change to a booked visit. */
const CHANGES: ReadonlyMap<string, Wording> = new Map(
  Object.entries({
    'slot-taken': {
      title: 'That time has just been taken',
      text: 'Someone else has booked it, or is paying for it now. Your visit stands where it was. Pick another time.',
    },
    'slot-gone': {
      title: 'That time is not open any more',
      text: 'Someone else has it, or it is too close now. Your visit stands where it was. Pick another time.',
    },
    'own-visit': {
      title: 'You have booked that time yourself',
      text: 'It is another visit of yours, and paid. This one stands where it was. Pick another time.',
    },
    'payments-down': {
      title: 'We cannot end your hold of that time at the moment',
      text: 'The payment service does not answer us, so somebody could still pay for it. Your visit stands where it was. Try again in a few minutes, or pick another time.',
    },
    'too-soon': {
      title: 'That time can no longer be booked',
      text: 'A morning or an afternoon closes two hours before it starts. Your visit stands where it was. Pick a later time.',
    },
    'too-far': {
      title: 'That day is not open yet',
      text: 'It lies further ahead than we take bookings. Your visit stands where it was. Pick an earlier day.',
    },
    'too-late': {
      title: 'Free changes have ended',
      text: 'The last day for moving this visit is over, so it stays where it is.',
    },
    'same-slot': {
      title: 'Your visit is at that time already',
      text: 'Nothing was changed. Pick another time, or leave it as it is.',
    },
    'wrong-service': {
      title: 'That time has another length',
      text: 'A visit keeps its length when it moves. Nothing was changed: pick a time of the same length.',
    },
    'not-confirmed': {
      title: 'This visit is not booked any more',
      text: 'It was cancelled or is over, so there is nothing left to change.',
    },
    'never-booked': {
      title: 'This time was never booked',
      text: 'Your payment arrived when the time was no longer held for you, so there is nothing to move or to cancel. The page about it says where your money is.',
    },
    'visit-started': {
      title: 'The visit has begun',
      text: 'From its first hour on it can be neither moved nor cancelled here. Write to us if something is wrong.',
    },
    'terms-changed': {
      title: 'It is too late by now for what this page said',
      text: 'When you opened it, more of your money could still have come back. That is over now, so nothing has been cancelled. Read below what cancelling means from now on, and decide again.',
    },
    'plans-changed': {
      title: 'The visit was moved meanwhile',
      text: `It is booked for ${VISIT_TIME} now: it was moved after you had opened this page. Nothing else was changed. Decide again for the time it has now: press the button once more, or leave it as it is.`,
    },
    'link-replaced': {
      title: 'This browser may not change the visit any more',
      text: 'The visit was moved since, and its page got a new link. Nothing was changed. Open the newest email about your visit and press the link there.',
    },
    'unknown-booking': {
      title: 'This browser may not change the visit',
      text: 'Nothing was changed. Open the newest email about your visit and press the link there, or sign in.',
    },
    'key-reused': {
      title: 'We already received this form with another answer',
      text: 'Look at your visit to see how it stands. To change it once more, press the button again.',
    },
    invalid: {
      title: 'We could not read that',
      text: 'Nothing was changed. Reload the page and try again.',
    },
    'too-many': {
      title: 'That was a lot of changes in a short time',
      text: `Nothing more was changed. Press the button again in ${WAIT}.`,
    },
    'storage-down': {
      title: 'We cannot save your change at the moment',
      text: 'The fault is on our side. Try again in a few minutes: pressing twice never changes anything twice.',
    },
    busy: {
      title: 'Too many people are here at this moment',
      text: 'Nothing was changed. Wait a few seconds and press the button again.',
    },
  } satisfies Record<string, Wording>),
);

const UNKNOWN_CHANGE: Wording = {
  title: 'That did not go through',
  text: 'The fault is on our side. Press the button again: pressing twice never changes anything twice. If it keeps failing, write to us.',
};

/** For a change that got no answer at all. */
export const UNREACHABLE_CHANGE: Wording = {
  title: 'We could not reach the booking desk',
  text: 'Check your connection and press the button again. Pressing twice never changes anything twice.',
};

export function wordChangeRefusal(name: string | undefined, retryAfter?: number): Wording {
  const wording = CHANGES.get(name ?? '') ?? UNKNOWN_CHANGE;
  return withWait(wording, retryAfter === undefined ? 'a few minutes' : waitTime(retryAfter));
}

import type { ShownOn } from '#shared/calls/refusals.ts';
import { HOLD_MINUTES } from '#shared/business/business.ts';
import { waitTime } from '#shared/calls/wait.ts';
import type { Wording } from './refusals.ts';

export type { Wording };

/** Messages after a sign-in session has ended: whether the typed values are kept, and where to sign in. */
type SignInNews = 'signed-out' | 'signed-out-kept' | 'signed-out-link' | 'signed-in-again';

/** The text of every refusal about accounts. */
const WORDINGS: ReadonlyMap<string, Wording> = new Map(
  Object.entries({
    'wrong-credentials': {
      title: 'Email or password is wrong',
      text: 'Check both and try again. New account? Confirm your email address first: if the password is right, we’ve emailed you the link.',
    },
    invalid: {
      title: 'That did not go through',
      text: 'Something in the form isn’t right. Reload the page and try again.',
    },
    'link-ended': {
      title: 'This link no longer works',
      text: 'It has been used already, or it has expired. Ask for a new one.',
    },
    'address-taken': {
      title: 'Another account has that address now',
      text: 'Someone signed up with it after you asked for the change, so nothing has changed. Since the address is yours, you can choose a new password for that account, sign in to it, and use it or delete it. Then ask for the change again.',
    },
    'terms-changed': {
      title: 'Your visits have changed in the meantime',
      text: 'Nothing was deleted. Look at the list of your visits again, then decide.',
    },
    'last-admin': {
      title: 'This is the only admin',
      text: 'The site needs at least one admin. Make another account an admin first.',
    },
    'cannot-sign-in': {
      title: 'That account can’t sign in yet',
      text: 'Nothing was changed. If it’s disabled, allow sign-in again first. If its email address isn’t confirmed yet, send the confirmation email again.',
    },
    'not-signed-in': {
      title: 'You’ve been signed out',
      text: 'Nothing was changed. Sign in, come back to this page, and press the button again. What you typed is still here.',
    },
    'signed-out-kept': {
      title: 'You’ve been signed out',
      text: 'Nothing was changed yet. Sign in, and you’re back where you were, with everything you typed except passwords.',
    },
    'signed-out': {
      title: 'You’ve been signed out',
      text: 'Nothing was changed. Sign in and try again. We couldn’t keep what you typed.',
    },
    'signed-out-link': {
      title: 'Sign in first',
      text: 'Nothing was changed. Sign in to the account our email is about, then open its link again.',
    },
    'signed-in-again': {
      title: 'This hasn’t been done yet',
      text: 'You had been signed out, so nothing was changed. What you typed is here, except passwords. Press the button again.',
    },
    'not-allowed': {
      title: 'Your account can’t do that',
      text: 'Nothing was changed. Sign in with an account that can.',
    },
    'other-account': {
      title: 'Someone else is signed in now',
      text: 'Nothing was changed, and what was typed before is gone. This page now shows what belongs to the account that’s signed in.',
    },
    'not-confirmed': {
      title: 'This visit isn’t open anymore',
      text: 'It was canceled, or recorded as done or missed, in the meantime. Nothing was changed. Reload the page to see what happened.',
    },
    'plans-changed': {
      title: 'This visit was moved in the meantime',
      text: 'Nothing was changed. Reload the page and look at the new time first.',
    },
    'time-booked': {
      title: 'Another visit is booked then',
      text: 'Nothing was changed. Pick another time, or move that visit first.',
    },
    'time-held': {
      title: 'A customer is holding that time',
      text: `They’re about to pay for it, so nothing was changed. Pick another time, or look again in ${HOLD_MINUTES} minutes.`,
    },
    'time-closed': {
      title: 'That time is closed',
      text: 'Nothing was changed. Open it in the schedule first, or pick another time.',
    },
    'too-soon': {
      title: 'That time has started',
      text: 'Nothing was changed. Pick a time that’s still ahead.',
    },
    'too-far': {
      title: 'That’s more than a year ahead',
      text: 'Nothing was changed. Check the year.',
    },
    'same-slot': {
      title: 'The visit is at that time already',
      text: 'Nothing was changed. Pick another time.',
    },
    'wrong-service': {
      title: 'That time has another length',
      text: 'A half day moves to a half day, and a full day to a full day. Nothing was changed.',
    },
    'too-early': {
      title: 'It’s too early for that',
      text: 'Nothing was changed. A visit can be done once it has started, and missed 30 minutes later.',
    },
    'too-late': {
      title: 'It’s too late for that',
      text: 'Nothing was changed. What you record about a visit can be undone for a day.',
    },
    'not-completed': {
      title: 'This visit isn’t recorded as done',
      text: 'It may have been undone already. Nothing was changed. Reload the page to see what happened.',
    },
    'already-refunded': {
      title: 'This visit is refunded',
      text: 'What you recorded about it can’t be undone anymore. Nothing was changed.',
    },
    'refund-not-failed': {
      title: 'This refund isn’t waiting for another try',
      text: 'It may have gone through in the meantime. Reload the page to see what happened.',
    },
    'slot-taken': {
      title: 'That time is taken',
      text: 'Nothing was booked. What you typed is still here: pick another time, or change the schedule first.',
    },
    'key-reused': {
      title: 'This form was sent before, with other answers',
      text: 'The first one went through. To send this one, too, press the button again.',
    },
    'refund-not-owed': {
      title: 'There’s no money to give back',
      text: 'It may be noted as given back already. Reload the page to see what happened.',
    },
    'not-a-no-show': {
      title: 'This visit isn’t a no-show',
      text: 'It may have been undone already. Nothing was changed. Reload the page to see what happened.',
    },
    'already-settled': {
      title: 'That’s settled already',
      text: 'There’s nothing left to do about it. Reload the page to see what’s left.',
    },
    'no-address': {
      title: 'There’s no address to write to',
      text: 'The customer gave no email address, or asked us to delete their data. Nothing was sent. Call them instead.',
    },
    'details-deleted': {
      title: 'These details are deleted',
      text: 'The customer asked us to delete them, so there’s nothing left to correct. Nothing was changed.',
    },
    'same-details': {
      title: 'That’s what we already have',
      text: 'Nothing was changed, and no new email goes out. Change what’s wrong, then press the button again.',
    },
    'cannot-correct': {
      title: 'This browser can’t correct the visit',
      text: 'Nothing was changed. You can correct it for a day in the browser you paid with, or signed in to the account you booked with. Otherwise, email us, and we’ll correct it.',
    },
    'not-forfeited': {
      title: 'No payment is kept for this visit',
      text: 'It may have been refunded already. Nothing was changed. Reload the page to see what happened.',
    },
    'units-taken': {
      title: 'Some of that time is taken',
      text: 'Nothing was closed. Move or cancel what’s there first, or close only the rest.',
    },
    'units-over': {
      title: 'That time has begun',
      text: 'Nothing was closed. Pick a time that’s still ahead.',
    },
    'refunds-not-accepted': {
      title: 'Closing that time also refunds a customer',
      text: 'Nothing was closed. Look at the refund, then decide.',
    },
    'unknown-booking': {
      title: 'There’s no such booking',
      text: 'Check the address of the page.',
    },
    'not-found': {
      title: 'That’s no longer there',
      text: 'It has been ended or deleted. Reload the page to see what’s there now.',
    },
    'unknown-account': {
      title: 'That account no longer exists',
      text: 'It has been deleted. Reload the page to see who’s there now.',
    },
    busy: {
      title: 'We’re very busy right now',
      text: 'Nothing was changed. Wait a few seconds and press the button again.',
    },
    'storage-down': {
      title: 'We can’t save anything right now',
      text: 'It’s our fault. Try again in a few minutes.',
    },
    'mail-just-sent': {
      title: 'We can’t send another email yet',
      text: 'We just sent one about a change of address, and we pause between them so that no inbox fills up. Nothing was changed, and the new address is still in the form. Press the button again in a few minutes, with your password.',
    },
    'too-many': {
      title: 'Too many tries',
      text: 'Wait a few minutes before the next one.',
    },
  } satisfies Record<ShownOn<'account'> | SignInNews, Wording>),
);

const FAULT: Wording = {
  title: 'Something went wrong on our side',
  text: 'Press the button again. If it keeps failing, email us.',
};

/** For a request without a response. */
export const UNREACHABLE_ACCOUNT: Wording = {
  title: 'We couldn’t be reached',
  text: 'Check your connection and press the button again. What you typed is still here.',
};

/** The text of a refusal, with the seconds to wait if they are known. */
export function wordAccountRefusal(name: string, retryAfter?: number): Wording {
  const wording = WORDINGS.get(name) ?? FAULT;
  if (retryAfter === undefined) return wording;
  const wait = waitTime(retryAfter);
  if (name === 'mail-just-sent') return { ...wording, text: wording.text.replace('a few minutes', wait) };
  return name === 'too-many' ? { ...wording, text: `Try again in ${wait}.` } : wording;
}

const { title, text } = wordAccountRefusal('other-account');

/** The message of a page that has become another account's. */
export const OTHER_ACCOUNT = `${title}. ${text}`;

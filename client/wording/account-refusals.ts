import type { ShownOn } from '#shared/calls/refusals.ts';
import { HOLD_MINUTES } from '#shared/business/business.ts';
import { waitTime } from '#shared/calls/rpc-error.ts';
import { type Wording, wordingOf } from './wording.ts';

/** After a sign-in session has ended: whether the typed values are kept, and where to sign in. */
type SignInNews = 'signed-out' | 'signed-out-kept' | 'signed-out-link' | 'signed-in-again';

const WORDINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'wrong-credentials':
      'Email or password is wrong. Check both and try again. New account? Confirm your email address first: if the password is right, we’ve emailed you the link.',
    invalid: 'That did not go through. Something in the form isn’t right. Reload the page and try again.',
    'link-ended': 'This link no longer works. It has been used already, or it has expired. Ask for a new one.',
    'address-taken':
      'Another account has that address now. Someone signed up with it after you asked for the change, so nothing has changed. Since the address is yours, you can choose a new password for that account, sign in to it, and use it or delete it. Then ask for the change again.',
    'terms-changed':
      'Your visits have changed in the meantime. Nothing was deleted. Look at the list of your visits again, then decide.',
    'last-admin': 'This is the only admin. The site needs at least one admin. Make another account an admin first.',
    'cannot-sign-in':
      'That account can’t sign in yet. Nothing was changed. If it’s disabled, allow sign-in again first. If its email address isn’t confirmed yet, send the confirmation email again.',
    'not-signed-in':
      'You’ve been signed out. Nothing was changed. Sign in, come back to this page, and press the button again. What you typed is still here.',
    'signed-out-kept':
      'You’ve been signed out. Nothing was changed yet. Sign in, and you’re back where you were, with everything you typed except passwords.',
    'signed-out':
      'You’ve been signed out. Nothing was changed. Sign in and try again. We couldn’t keep what you typed.',
    'signed-out-link':
      'Sign in first. Nothing was changed. Sign in to the account our email is about, then open its link again.',
    'signed-in-again':
      'This hasn’t been done yet. You had been signed out, so nothing was changed. What you typed is here, except passwords. Press the button again.',
    'not-allowed': 'Your account can’t do that. Nothing was changed. Sign in with an account that can.',
    'other-account':
      'Someone else is signed in now. Nothing was changed, and what was typed before is gone. This page now shows what belongs to the account that’s signed in.',
    'not-confirmed':
      'This visit isn’t open anymore. It was canceled, or recorded as done or missed, in the meantime. Nothing was changed. Reload the page to see what happened.',
    'plans-changed':
      'This visit was moved in the meantime. Nothing was changed. Reload the page and look at the new time first.',
    'time-booked': 'Another visit is booked then. Nothing was changed. Pick another time, or move that visit first.',
    'time-held': `A customer is holding that time. They’re about to pay for it, so nothing was changed. Pick another time, or look again in ${HOLD_MINUTES} minutes.`,
    'time-closed': 'That time is closed. Nothing was changed. Open it in the schedule first, or pick another time.',
    'too-soon': 'That time has started. Nothing was changed. Pick a time that’s still ahead.',
    'too-far': 'That’s more than a year ahead. Nothing was changed. Check the year.',
    'same-slot': 'The visit is at that time already. Nothing was changed. Pick another time.',
    'wrong-service':
      'That time has another length. A half day moves to a half day, and a full day to a full day. Nothing was changed.',
    'too-early':
      'It’s too early for that. Nothing was changed. A visit can be done once it has started, and missed 30 minutes later.',
    'too-late': 'It’s too late for that. Nothing was changed. What you record about a visit can be undone for a day.',
    'not-completed':
      'This visit isn’t recorded as done. It may have been undone already. Nothing was changed. Reload the page to see what happened.',
    'already-refunded':
      'This visit is refunded. What you recorded about it can’t be undone anymore. Nothing was changed.',
    'refund-not-failed':
      'This refund isn’t waiting for another try. It may have gone through in the meantime. Reload the page to see what happened.',
    'slot-taken':
      'That time is taken. Nothing was booked. What you typed is still here: pick another time, or change the schedule first.',
    'key-reused':
      'This form was sent before, with other answers. The first one went through. To send this one, too, press the button again.',
    'refund-not-owed':
      'There’s no money to give back. It may be noted as given back already. Reload the page to see what happened.',
    'not-a-no-show':
      'This visit isn’t a no-show. It may have been undone already. Nothing was changed. Reload the page to see what happened.',
    'already-settled':
      'That’s settled already. There’s nothing left to do about it. Reload the page to see what’s left.',
    'no-address':
      'There’s no address to write to. The customer gave no email address, or asked us to delete their data. Nothing was sent. Call them instead.',
    'details-deleted':
      'These details are deleted. The customer asked us to delete them, so there’s nothing left to correct. Nothing was changed.',
    'same-details':
      'That’s what we already have. Nothing was changed, and no new email goes out. Change what’s wrong, then press the button again.',
    'cannot-correct':
      'This browser can’t correct the visit. Nothing was changed. You can correct it for a day in the browser you paid with, or signed in to the account you booked with. Otherwise, email us, and we’ll correct it.',
    'not-forfeited':
      'No payment is kept for this visit. It may have been refunded already. Nothing was changed. Reload the page to see what happened.',
    'units-taken':
      'Some of that time is taken. Nothing was closed. Move or cancel what’s there first, or close only the rest.',
    'units-over': 'That time has begun. Nothing was closed. Pick a time that’s still ahead.',
    'refunds-not-accepted':
      'Closing that time also refunds a customer. Nothing was closed. Look at the refund, then decide.',
    'unknown-booking': 'There’s no such booking. Check the address of the page.',
    'not-found': 'That’s no longer there. It has been ended or deleted. Reload the page to see what’s there now.',
    'unknown-account': 'That account no longer exists. It has been deleted. Reload the page to see who’s there now.',
    busy: 'We’re very busy right now. Nothing was changed. Wait a few seconds and press the button again.',
    'storage-down': 'We can’t save anything right now. It’s our fault. Try again in a few minutes.',
    'mail-just-sent':
      'We can’t send another email yet. We just sent one about a change of address, and we pause between them so that no inbox fills up. Nothing was changed, and the new address is still in the form. Press the button again in a few minutes, with your password.',
    'too-many': 'Too many tries. Wait a few minutes before the next one.',
  } satisfies Record<ShownOn<'account'> | SignInNews, string>),
);

const FAULT = 'Something went wrong on our side. Press the button again. If it keeps failing, email us.';

/** For a request without a response. */
export const UNREACHABLE_ACCOUNT: Wording = wordingOf(
  'We couldn’t be reached. Check your connection and press the button again. What you typed is still here.',
);

export function wordAccountRefusal(name: string, retryAfter?: number): Wording {
  const sentences = WORDINGS.get(name) ?? FAULT;
  if (retryAfter === undefined) return wordingOf(sentences);
  const wait = waitTime(retryAfter);
  if (name === 'mail-just-sent') return wordingOf(sentences.replace('a few minutes', wait));
  return { ...wordingOf(sentences), ...(name === 'too-many' && { text: `Try again in ${wait}.` }) };
}

/** The page has become another account's. */
export const OTHER_ACCOUNT = WORDINGS.get('other-account')!;

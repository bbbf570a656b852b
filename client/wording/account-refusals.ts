import { waitTime } from '#shared/wait.ts';
import type { Wording } from './refusals.ts';

export type { Wording };

/** Every refusal about accounts in words for people. */
const WORDINGS: ReadonlyMap<string, Wording> = new Map(
  Object.entries({
    'wrong-credentials': {
      title: 'Email or password is wrong',
      text: 'Check both and try again. Is the account new? Then confirm your address first: if the password is right, the link for that is in your email.',
    },
    invalid: {
      title: 'That did not go through',
      text: 'Something in the form is not as it should be. Reload the page and try again.',
    },
    'link-ended': {
      title: 'This link does not work any more',
      text: 'It was used already, or it is too old. Ask for a new one.',
    },
    'address-taken': {
      title: 'Another account has that address by now',
      text: 'Somebody registered with it after you had asked for the change. Nothing was changed. The mailbox is yours: ask for a new password for that account, sign in with it, and use it or delete it. Then ask for the change again.',
    },
    'terms-changed': {
      title: 'Your visits have changed in the meantime',
      text: 'Nothing was deleted. Look at the list of your visits again, then decide.',
    },
    'last-admin': {
      title: 'This is the only admin',
      text: 'Somebody has to look after the site. Make another account an admin first.',
    },
    'cannot-sign-in': {
      title: 'Nobody can sign in to that account yet',
      text: 'It is disabled, or its email address is not confirmed. Nothing was changed.',
    },
    'not-signed-in': {
      title: 'You were signed out meanwhile',
      text: 'Nothing was changed. Sign in, come back to this page, and press the button again: what you typed is still here.',
    },
    'signed-out-kept': {
      title: 'You were signed out meanwhile',
      text: 'Nothing was changed yet. Sign in, and you are back where you were, with all you typed but passwords.',
    },
    'signed-out': {
      title: 'You were signed out meanwhile',
      text: 'Nothing was changed. Sign in, and do it once more: what you typed could not be kept.',
    },
    'signed-out-link': {
      title: 'Sign in first',
      text: 'Nothing was changed. Sign in to the account that our email is about, then open the link in it once more.',
    },
    'signed-in-again': {
      title: 'This was not done yet',
      text: 'You had been signed out, so nothing was changed. What you typed is here, but for passwords: press the button again.',
    },
    'not-allowed': {
      title: 'Your account may not do that',
      text: 'Nothing was changed. Sign in with the one that may.',
    },
    'other-account': {
      title: 'Somebody else is signed in now',
      text: 'Nothing was changed, and nothing that was typed before is kept. This page shows now what belongs to whoever is signed in.',
    },
    'not-found': {
      title: 'That is not there any more',
      text: 'It was ended or deleted meanwhile. Reload the page to see what there is now.',
    },
    'unknown-account': {
      title: 'That account is not there any more',
      text: 'It was deleted meanwhile. Reload the page to see who there is now.',
    },
    busy: {
      title: 'Too many people are at the door at this moment',
      text: 'Nothing was changed. Wait a few seconds and press the button again.',
    },
    'storage-down': {
      title: 'We cannot save anything at the moment',
      text: 'The fault is on our side. Try again in a few minutes.',
    },
    'mail-just-sent': {
      title: 'We cannot send another email yet',
      text: 'One about a change of your address has just gone out, and we leave a pause after each, so that no mailbox fills up. Nothing was changed, and the new address still stands in the form. Press the button again in a few minutes, with your password.',
    },
    'sign-in-paused': {
      title: 'Sign-in is paused for this email address',
      text: 'Too many wrong passwords came for it, from many places. A browser that has signed in before still can. To use this one, open the link in our email “Someone is guessing your password” here. No such email in the last hour? Press “Forgot your password?” below: a new password lets you in, too.',
    },
    'too-many': {
      title: 'Too many tries',
      text: 'Wait a few minutes before the next one.',
    },
  } satisfies Record<string, Wording>),
);

const FAULT: Wording = {
  title: 'Something went wrong on our side',
  text: 'Press the button again. If it keeps failing, write to us.',
};

/** For a request that got no answer at all. */
export const UNREACHABLE_ACCOUNT: Wording = {
  title: 'We could not be reached',
  text: 'Check your connection and press the button again. What you typed is still here.',
};

/** What a refusal says, with the seconds to wait when they are known. */
export function wordAccountRefusal(name: string, retryAfter?: number): Wording {
  const wording = WORDINGS.get(name) ?? FAULT;
  if (retryAfter === undefined) return wording;
  const wait = waitTime(retryAfter);
  if (name === 'mail-just-sent') return { ...wording, text: wording.text.replace('a few minutes', wait) };
  return name === 'too-many' ? { ...wording, text: `Try again in ${wait}.` } : wording;
}

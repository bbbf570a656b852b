import type { Notice } from '#shared/account.ts';

type Words = string | ((whom: string) => string);

/** What a form did, in words for people; those about somebody else name them. */
const NOTICE_WORDS: Readonly<Record<Notice, Words>> = {
  registered: 'We have sent you an email. It says how to go on.',
  'reset-sent': 'If the address has an account, an email with a link is on its way.',
  'links-sent': 'If a visit was booked with that address, its link is on its way there.',
  'password-reset': 'Your new password holds. Every other device is signed out.',
  'password-changed': 'Your password is changed. Every other device is signed out.',
  'browser-known': 'This browser can sign in now. Use your own password.',
  'email-verified': 'Your email address is confirmed.',
  'verification-sent': 'We have sent you an email. Its link confirms your address.',
  'verification-just-sent':
    'We sent you that email less than two minutes ago, so no second one went out. Look into the spam folder, or ask again in a little while.',
  'email-change-sent':
    'We have sent an email to both addresses. Your account moves to the new one once the links in both have been opened.',
  'email-change-sent-new':
    'We have sent an email to the new address. Your account moves there once the link in it has been opened.',
  'email-change-half': 'One of two addresses has confirmed. Open the link that we sent to the other one, too.',
  'email-change-withdrawn': 'Your address stays. The links that we sent for the new one do nothing any more.',
  'email-changed': 'Your account has moved to the new address. Sign in with that one from now on.',
  'other-email-half': (whom) =>
    `${whom} has agreed to the change of its account, which moves once the new address has confirmed, too.`,
  'other-email-changed': (whom) =>
    `The account of ${whom} has moved to its new address, and is signed in to with that one from now on.`,
  'profile-saved': 'Saved.',
  'session-ended': 'That device is signed out.',
  'other-sessions-ended': 'Every other device is signed out.',
  'signed-out': 'You are signed out.',
  'account-deleted': 'Your account is deleted.',
  'account-deleted-visits-kept':
    'Your account is deleted. What you booked stays booked, and we’ve emailed you the link to it.',
  'user-made-admin': (whom) => `${whom} is an admin now.`,
  'user-made-plain': (whom) => `${whom} is a plain user now.`,
  'user-disabled': (whom) => `${whom} is disabled: signed out and kept out.`,
  'user-let-in': (whom) => `${whom} can sign in again.`,
  'user-sent-link': (whom) => `A confirmation email is on its way to ${whom}.`,
  'user-just-sent-link': (whom) => `${whom} was sent that email less than two minutes ago, so no second one went out.`,
  'user-confirmed': (whom) => `${whom} has confirmed the address meanwhile. No email was sent.`,
  'user-signed-out': (whom) => `${whom} is signed out everywhere.`,
  'hold-given-back':
    'You have given the time back. It is open to others again, nothing was charged, and this browser has forgotten your answers.',
  'hold-left':
    'This browser has forgotten your answers. We could not give the time back at once: it opens to others by itself when its 30 minutes are over.',
  'hold-forgotten': 'This browser has forgotten your answers.',
  'visit-forgotten': 'This browser has forgotten your visit, which stays booked.',
  'visit-moved': 'Your visit is moved. Our new email has its new time, and the link that is good from now on.',
};

/** What to say of something done, and to whom when that is somebody else. */
export function noticeWords(notice: Notice, whom = 'That user'): string {
  const words = NOTICE_WORDS[notice];
  return typeof words === 'string' ? words : words(whom);
}

/** Those that say why nothing was done. */
const IDLE: ReadonlySet<Notice> = new Set<Notice>(['verification-just-sent', 'user-just-sent-link', 'user-confirmed']);

/** How to look when saying it. */
export function noticeTone(notice: Notice): 'done' | 'info' {
  return IDLE.has(notice) ? 'info' : 'done';
}

/** Too long for a message that goes by itself, or needed for the next step: these stay on the page. */
export const LASTING: ReadonlySet<Notice> = new Set<Notice>([
  'registered',
  'reset-sent',
  'verification-sent',
  'verification-just-sent',
  'email-change-sent',
  'email-change-sent-new',
  'email-change-half',
]);

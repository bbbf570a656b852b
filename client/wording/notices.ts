import type { Notice } from '#shared/account.ts';

/** What a form did, in words for people. */
export const NOTICE_WORDS: Readonly<Record<Notice, string>> = {
  registered: 'We have sent you a mail. It says how to go on.',
  'reset-sent': 'If the address has an account, a mail with a link is on its way.',
  'password-reset': 'Your new password holds. Every other device is signed out.',
  'password-changed': 'Your password is changed. Every other device is signed out.',
  'email-verified': 'Your e-mail address is confirmed.',
  'verification-sent': 'We have sent you a mail. Its link confirms your address.',
  'email-change-sent':
    'We have sent a mail to both addresses. Your account moves to the new one once the links in both have been opened.',
  'email-change-half': 'One of two addresses has confirmed. Open the link that we sent to the other one, too.',
  'email-change-withdrawn': 'Your address stays. The links that we sent for the new one do nothing any more.',
  'email-changed': 'Your account has moved to the new address. Sign in with that one from now on.',
  'profile-saved': 'Saved.',
  'session-ended': 'That device is signed out.',
  'other-sessions-ended': 'Every other device is signed out.',
  'signed-out': 'You are signed out.',
  'account-deleted': 'Your account is deleted.',
  'user-changed': 'Done.',
  'hold-given-back':
    'You have given the time back. It is open to others again, nothing was charged, and this browser has forgotten your answers.',
  'hold-left':
    'This browser has forgotten your answers. We could not give the time back at once: it opens to others by itself when its 30 minutes are over.',
  'hold-forgotten': 'This browser has forgotten your answers.',
  'visit-forgotten': 'This browser has forgotten your visit, which stays booked.',
  'visit-moved': 'Your visit is moved. Our new mail has its new time, and the link that is good from now on.',
};

/** Too long for a message that goes by itself, or needed for the next step: these stay on the page. */
export const LASTING: ReadonlySet<Notice> = new Set<Notice>([
  'registered',
  'reset-sent',
  'verification-sent',
  'email-change-sent',
  'email-change-half',
]);

/** What a page says after a command. */
import { HOLD_MINUTES } from '../business/business.ts';

type Words = string | ((whom: string) => string);

/** A notice about another account or address names it. */
export const NOTICE_WORDS = {
  registered: 'We’ve emailed you what to do next.',
  'reset-sent': 'If there’s an account with that address, we’ve emailed it a link.',
  'links-sent': 'If a visit was booked with that address, we’ve emailed it the link.',
  'password-reset': 'Your new password is set. You’re signed out on every other device.',
  'password-changed': 'Your password is changed. You’re signed out on every other device.',
  'email-verified': 'Your email address is confirmed.',
  'verification-sent': 'We’ve sent you an email. Open its link to confirm your address.',
  'verification-just-sent':
    'We sent you that email less than two minutes ago, so we didn’t send it again. Check your spam folder, or try again in a couple of minutes.',
  'email-change-sent':
    'We’ve emailed both addresses. Your account moves to the new one once you’ve opened the links in both.',
  'email-change-sent-new': 'We’ve emailed the new address. Your account moves there once you’ve opened the link.',
  'email-change-half': 'One of two addresses has confirmed. Open the link we sent to the other one, too.',
  'email-change-withdrawn': 'Your address stays. The links we sent for the new one no longer work.',
  'email-changed': 'Your account has moved to the new address. Sign in with that one from now on.',
  'other-email-half': (whom) => `${whom} is confirmed. The account moves once the new address is confirmed, too.`,
  'other-email-changed': (whom) =>
    `The account of ${whom} has moved to its new address. Use that one to sign in from now on.`,
  'profile-saved': 'Saved.',
  'session-ended': 'That device is signed out.',
  'other-sessions-ended': 'You’re signed out on every other device.',
  'signed-out': 'You are signed out.',
  'account-deleted': 'Your account is deleted.',
  'account-deleted-visits-canceled':
    'Your account is deleted, and what you booked is canceled. Any refund goes back the way you paid.',
  'account-deleted-visits-kept':
    'Your account is deleted. What you booked stays booked, and we’ve emailed you the link to each visit.',
  'user-made-admin': (whom) => `${whom} is an admin now.`,
  'user-made-plain': (whom) => `${whom} is a regular user now.`,
  'user-disabled': (whom) => `${whom} is disabled: signed out and kept out.`,
  'user-let-in': (whom) => `${whom} can sign in again.`,
  'user-sent-link': (whom) => `A confirmation email is on its way to ${whom}.`,
  'user-just-sent-link': (whom) => `We emailed ${whom} less than two minutes ago, so we didn’t send it again.`,
  'user-confirmed': (whom) => `${whom} has already confirmed the address. No email was sent.`,
  'user-signed-out': (whom) => `${whom} is signed out everywhere.`,
  'visit-completed': 'The visit is recorded as done. You can undo that for a day.',
  'completion-undone': 'The visit isn’t recorded as done anymore.',
  'no-show-recorded': 'The no-show is recorded. You can undo it for a day.',
  'no-show-undone': 'The no-show is undone. The visit is open again.',
  'visit-canceled-by-owner': 'The visit is canceled. The money is on its way back, and the customer gets an email.',
  'visit-moved-by-owner': 'The visit is moved. The customer gets an email with the new time and a new link.',
  'kept-payment-refunded': 'The money is on its way back, and the customer gets an email.',
  'booked-by-phone': 'Booked. There’s no email address, so no email went out: tell the customer the reference.',
  'booked-by-phone-mailed': 'Booked. The confirmation is on its way to the customer.',
  'refund-owed': 'Done. The customer paid you directly: give the money back, then press “I gave it back” here.',
  'refund-settled': 'Noted: the money is back with the customer.',
  'refund-retried': 'We’re trying the refund again. Look here again in half a minute to see how it went.',
  'message-sent': 'Your message is on its way. The list of emails on this page says whether it went out.',
  'details-corrected': (whom) =>
    `Your details are corrected. We’ve emailed the confirmation with a new link to ${whom}. The links in earlier emails no longer work.`,
  'customer-corrected':
    'Corrected. There’s no email address, so no email went out. The links in earlier emails no longer work.',
  'customer-corrected-mailed': (whom) =>
    `Corrected. The confirmation with a new link is on its way to ${whom}. The links in earlier emails no longer work.`,
  'rebuild-started': 'The rebuild has started. The site stays open.',
  'mail-sent-again': 'We’re sending the email again. If it fails once more, it shows up here.',
  'webhook-sent-again': 'We’re sending the message again. If it’s refused once more, it shows up here.',
  'webhooks-hastened': 'We’re trying again. Look here again in half a minute to see how it went.',
  'attention-dismissed': 'It’s off the list. You find it under “Dismissed” until it’s settled.',
  'attention-restored': 'It’s back on the list.',
  'units-closed': 'Closed. Customers can’t book that time.',
  'units-opened': 'You’ve opened that time again.',
  'calendar-feed-made': 'The calendar address is ready.',
  'calendar-feed-replaced': 'The new calendar address is ready. The old one no longer works.',
  'calendar-feed-removed': 'The calendar address no longer works.',
  'hold-given-back':
    'You’ve given the time back. It’s open to others again, nothing was charged, and this browser has forgotten your answers.',
  'hold-left': `This browser has forgotten your answers. We couldn’t give the time back right away. It opens to others when its ${HOLD_MINUTES} minutes are up.`,
  'hold-forgotten': 'This browser has forgotten your answers.',
  'visit-forgotten': 'This browser has forgotten your visit. Nothing else has changed.',
  'visit-data-deleted': 'Your details are deleted, and the page of your visit is gone with them.',
  'visit-data-deleted-canceled':
    'Your visit is canceled and your details are deleted. Any refund goes back the way you paid. We can’t email you about it, because we no longer have your address.',
  'visit-data-deleted-after-visit':
    'Your visit stays booked. Once it’s over, we delete your details. We’ve emailed you that, too.',
  'visit-moved': 'Your visit is moved. We’ve emailed you the new time and a new link.',
} as const satisfies Readonly<Record<string, Words>>;

export type Notice = keyof typeof NOTICE_WORDS;

export function noticeWords(notice: Notice, whom = 'That user'): string {
  const words: Words = NOTICE_WORDS[notice];
  return typeof words === 'string' ? words : words(whom);
}

/** They say why nothing was done. */
const IDLE: ReadonlySet<Notice> = new Set<Notice>(['verification-just-sent', 'user-just-sent-link', 'user-confirmed']);

export function noticeTone(notice: Notice): 'done' | 'info' {
  return IDLE.has(notice) ? 'info' : 'done';
}

/** Too long for a toast, or needed for the next step: they stay on the page. */
export const LASTING: ReadonlySet<Notice> = new Set<Notice>([
  'registered',
  'reset-sent',
  'verification-sent',
  'verification-just-sent',
  'email-change-sent',
  'email-change-sent-new',
  'email-change-half',
  'email-changed',
  'account-deleted',
  'account-deleted-visits-canceled',
  'account-deleted-visits-kept',
  'visit-data-deleted',
  'visit-data-deleted-canceled',
  'visit-data-deleted-after-visit',
  'booked-by-phone',
  'booked-by-phone-mailed',
  'message-sent',
  'details-corrected',
  'customer-corrected',
  'customer-corrected-mailed',
]);

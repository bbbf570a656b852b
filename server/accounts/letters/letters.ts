import type { MailedPurpose } from '#db/queries/accounts/accounts.ts';
import type { UserRow } from '#db/projections/users.ts';
import type { AccountEvent } from '#events/account/account.ts';
import type { Recorded } from '#events/event.ts';
import { headerLine } from '#shared/control-characters.ts';
import type { Business, Letter } from '../../outside/mail/layout/letter.ts';

export type AccountCause = AccountEvent['type'];

export type AccountCauseOf<Type extends AccountCause> = Recorded<Extract<AccountEvent, { type: Type }>>;

export interface AccountMatter<Type extends AccountCause = AccountCause> {
  readonly event: AccountCauseOf<Type>;
  /** Null in a letter to an unconfirmed address: a stranger may have typed the name. */
  readonly name: string | null;
  readonly row: UserRow;
  readonly business: Business;
  /** `subject`: the change of address that the link confirms. */
  readonly link: (purpose: MailedPurpose, subject?: string) => Promise<string>;
}

export interface AccountLetterWords extends Omit<Letter, 'to'> {
  readonly address?: string;
}

export interface AccountLetter<Type extends AccountCause = AccountCause> {
  readonly on: readonly Type[];
  /** Part of the idempotency key. `new` and `old`: the addresses of a change. */
  readonly to: 'owner' | 'new' | 'old';
  write(matter: AccountMatter<Type>): AccountLetterWords | null | Promise<AccountLetterWords | null>;
}

export function accountLetter<Type extends AccountCause>(letter: AccountLetter<Type>): AccountLetter {
  return letter as unknown as AccountLetter;
}

export const NOT_YOU = 'Wasn’t you? Ignore this email. Nothing happens without the link.';

export function hello(name: string | null): string {
  return name === null ? 'Hello' : `Hello ${headerLine(name)}`;
}

export function isCurrent(row: UserRow, change: string): boolean {
  return row.change_id === change && row.change_email !== null;
}

export const verifyAddress = accountLetter({
  on: ['AccountRegistered', 'VerificationRequested'],
  to: 'owner',
  async write({ row, business, link }) {
    if (row.verified === 1) return null;
    // The first account is an admin's before its address is confirmed: reading its mail must not be enough to get into it.
    const mayChooseAnother = row.role !== 'admin';
    return {
      subject: `Confirm your email address for ${business.name}`,
      preview: 'One more step and your account is ready. The link works for 24 hours.',
      heading: 'Confirm your email address',
      blocks: [
        'Someone, probably you, signed up with this email address. Open the link and type the password you chose, and your account is ready.',
        {
          actions: [
            { words: 'Confirm my address', url: await link('verify') },
            ...(mayChooseAnother ? [{ words: 'Choose another password', url: `${business.url}/forgot-password` }] : []),
          ],
        },
        ...(mayChooseAnother ? ['Don’t know the password? Choose another one. That confirms your address, too.'] : []),
        `The link works once, for 24 hours. ${NOT_YOU}`,
      ],
    };
  },
});

export const addressInUse = accountLetter({
  on: ['RegistrationRepeated'],
  to: 'owner',
  write({ name, business }) {
    return {
      subject: 'Someone tried to use your email address',
      preview: 'You already have an account. Nothing has changed.',
      heading: 'You already have an account',
      blocks: [
        `${hello(name)}, someone just tried to sign up with this email address, or to move their account to it. You already have an account with it, so nothing has changed, and we didn’t tell them you have one.`,
        'If that was you, just sign in. Forgot your password? Choose a new one.',
        {
          actions: [
            { words: 'Sign in', url: `${business.url}/login` },
            { words: 'Choose a new password', url: `${business.url}/forgot-password` },
          ],
        },
        'If it wasn’t you, there’s nothing you need to do.',
      ],
    };
  },
});

export const passwordReset = accountLetter({
  on: ['PasswordResetRequested'],
  to: 'owner',
  async write({ name, link }) {
    return {
      subject: 'Choose a new password',
      preview: 'The link works once, for one hour.',
      heading: 'Choose a new password',
      blocks: [
        `${hello(name)}, here’s the link to choose a new password.`,
        { actions: [{ words: 'Choose a new password', url: await link('reset') }] },
        `It works once, for one hour. A new password signs you out everywhere else. ${NOT_YOU}`,
      ],
    };
  },
});

export const passwordChanged = accountLetter({
  on: ['PasswordChanged'],
  to: 'owner',
  write({ name, business }) {
    return {
      subject: 'Your password was changed',
      preview: 'You’re signed out on every other device.',
      heading: 'Your password was changed',
      blocks: [
        `${hello(name)}, the password for your account was just changed, and every other device was signed out.`,
        'Wasn’t you? Choose a new password right away and reply to this email.',
        { actions: [{ words: 'Choose a new password', url: `${business.url}/forgot-password` }] },
      ],
    };
  },
});

export const confirmNewAddress = accountLetter({
  on: ['EmailChangeRequested'],
  to: 'new',
  async write({ event, row, business, link }) {
    const { change, isTaken } = event.data;
    if (isTaken || !isCurrent(row, change) || row.change_email === null) return null;
    return {
      subject: `Confirm your new email address for ${business.name}`,
      preview: 'Your account moves to this address once you confirm it. The link works for 24 hours.',
      heading: 'Confirm your new address',
      blocks: [
        'Someone, probably you, wants to use this email address for their account. Open the link while you’re signed in to that account.',
        { actions: [{ words: 'Confirm this address', url: await link('change-new', change) }] },
        `The link works once, for 24 hours. ${NOT_YOU}`,
      ],
      address: row.change_email,
    };
  },
});

export const confirmOldAddress = accountLetter({
  on: ['EmailChangeRequested'],
  to: 'old',
  async write({ event, row, business, link }) {
    const { change, asksOld } = event.data;
    const { name, change_email: newEmail } = row;
    if (!asksOld || !isCurrent(row, change) || newEmail === null) return null;
    return {
      subject: 'Change your email address?',
      preview: 'Someone who is signed in to your account asked for it.',
      heading: 'Change your email address?',
      blocks: [
        `${hello(name)}, someone who knows your password, probably you, asked to move your account to another email address. It moves once both addresses have confirmed.`,
        { facts: [{ label: 'New address', value: newEmail }] },
        {
          actions: [
            { words: 'Yes, change it', url: await link('change-old', change) },
            { words: 'No, choose a new password', url: `${business.url}/forgot-password` },
          ],
        },
        'The first link works once, for 24 hours. Wasn’t you? Don’t open it. Choose a new password right away, which also stops the change, and reply to this email.',
      ],
    };
  },
});

/** Sent to the old address. */
export const addressChanged = accountLetter({
  on: ['EmailChanged'],
  to: 'old',
  write({ event }) {
    const { personal } = event.data;
    if (personal === null) return null;
    const { email: newEmail, previous } = personal;
    return {
      subject: 'Your email address was changed',
      preview: 'From now on, you sign in with your new address.',
      heading: 'Your email address was changed',
      blocks: [
        'Your account has moved to another email address. Sign in with that one from now on. Our emails go there, too.',
        { facts: [{ label: 'New address', value: newEmail }] },
        'Wasn’t you? Reply to this email right away.',
      ],
      address: previous,
    };
  },
});

export const LETTERS: readonly AccountLetter[] = [
  verifyAddress,
  addressInUse,
  passwordReset,
  passwordChanged,
  confirmNewAddress,
  confirmOldAddress,
  addressChanged,
];

export const LETTER_CAUSES = [...new Set(LETTERS.flatMap(({ on }) => on))];

import { headerLine } from '../controls.ts';
import { type Block, type Business, type MailContent, writeLetter } from './letter.ts';

/** Letters about accounts. Links are absolute. */

interface ToSomebody {
  /**
   * The customer of the account; null in a letter to an address that was never confirmed: a stranger's text is
   * not to reach it.
   */
  readonly name: string | null;
}

function hello(name: string | null): string {
  return name === null ? 'Hello' : `Hello ${headerLine(name)}`;
}

const NOT_YOU = 'Wasn’t you? Ignore this email. Nothing happens without the link.';

interface Parts {
  readonly subject: string;
  readonly preview: string;
  readonly heading: string;
  readonly blocks: readonly Block[];
}

function letter(parts: Parts, business: Business): MailContent {
  return writeLetter({ to: 'customer', ...parts }, business);
}

/** To a new customer, who confirms the address with it. */
export function verifyAddress(link: string, business: Business): MailContent {
  return letter(
    {
      subject: `Confirm your email address for ${business.name}`,
      preview: 'One more step and your account is ready. The link works for 24 hours.',
      heading: 'Confirm your email address',
      blocks: [
        'Someone, probably you, signed up with this email address. Open the link and type the password you chose, and your account is ready.',
        {
          actions: [
            { words: 'Confirm my address', url: link },
            { words: 'Choose another password', url: `${business.url}/forgot-password` },
          ],
        },
        'Don’t know the password? Choose another one. That confirms your address, too.',
        `The link works once, for 24 hours. ${NOT_YOU}`,
      ],
    },
    business,
  );
}

/** To the customer of an address that was typed for a new account, or for another account. */
export function addressInUse({ name }: ToSomebody, business: Business): MailContent {
  return letter(
    {
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
    },
    business,
  );
}

/** To the owner of an account whose password is guessed at from many networks. */
export function signInAttack({ name }: ToSomebody, link: string, business: Business): MailContent {
  return letter(
    {
      subject: 'Someone is guessing your password',
      preview: 'They didn’t get in. The link lets you sign in with a new browser. It works once, for one hour.',
      heading: 'Someone is guessing your password',
      blocks: [
        `${hello(name)}, someone tried many wrong passwords on your account today. None of them worked, and nothing has changed.`,
        'While this goes on, we accept your password only from browsers that have signed in to your account before. To sign in with a new browser, open this link in it first, then sign in as usual.',
        {
          actions: [
            { words: 'Let this browser sign in', url: link },
            { words: 'Choose a new password', url: `${business.url}/forgot-password` },
          ],
        },
        'The link works once, for one hour, and it’s no use without your password. If it has expired and you still can’t sign in, choose a new password. That lets you in, too.',
        'If your password is long and you don’t use it anywhere else, there’s nothing else you need to do. We email you about this once a day at most.',
      ],
    },
    business,
  );
}

/** To a customer who forgot the password. */
export function passwordReset({ name }: ToSomebody, link: string, business: Business): MailContent {
  return letter(
    {
      subject: 'Choose a new password',
      preview: 'The link works once, for one hour.',
      heading: 'Choose a new password',
      blocks: [
        `${hello(name)}, here’s the link to choose a new password.`,
        { actions: [{ words: 'Choose a new password', url: link }] },
        `It works once, for one hour. A new password signs you out everywhere else. ${NOT_YOU}`,
      ],
    },
    business,
  );
}

/** To the owner of an account whose password is another now. */
export function passwordChanged({ name }: ToSomebody, business: Business): MailContent {
  return letter(
    {
      subject: 'Your password was changed',
      preview: 'You’re signed out on every other device.',
      heading: 'Your password was changed',
      blocks: [
        `${hello(name)}, the password for your account was just changed, and every other device was signed out.`,
        'Wasn’t you? Choose a new password right away and reply to this email.',
        { actions: [{ words: 'Choose a new password', url: `${business.url}/forgot-password` }] },
      ],
    },
    business,
  );
}

/** To the address that an account wants to move to. */
export function confirmNewAddress(link: string, business: Business): MailContent {
  return letter(
    {
      subject: `Confirm your new email address for ${business.name}`,
      preview: 'Your account moves to this address once you confirm it. The link works for 24 hours.',
      heading: 'Confirm your new address',
      blocks: [
        'Someone, probably you, wants to use this email address for their account. Open the link while you’re signed in to that account.',
        { actions: [{ words: 'Confirm this address', url: link }] },
        `The link works once, for 24 hours. ${NOT_YOU}`,
      ],
    },
    business,
  );
}

/** To the address that an account is to leave. */
export function confirmOldAddress(
  { name }: ToSomebody,
  { link, newEmail }: { readonly link: string; readonly newEmail: string },
  business: Business,
): MailContent {
  return letter(
    {
      subject: 'Change your email address?',
      preview: 'Someone who is signed in to your account asked for it.',
      heading: 'Change your email address?',
      blocks: [
        `${hello(name)}, someone who knows your password, probably you, asked to move your account to another email address. It moves once both addresses have confirmed.`,
        { facts: [{ label: 'New address', value: newEmail }] },
        { actions: [{ words: 'Yes, change it', url: link }] },
        'The link works once, for 24 hours. Wasn’t you? Don’t open the link. Change your password and reply to this email.',
      ],
    },
    business,
  );
}

/** To the address that an account has left. */
export function addressChanged({ newEmail }: { readonly newEmail: string }, business: Business): MailContent {
  return letter(
    {
      subject: 'Your email address was changed',
      preview: 'From now on, you sign in with your new address.',
      heading: 'Your email address was changed',
      blocks: [
        'Your account has moved to another email address. Sign in with that one from now on. Our emails go there, too.',
        { facts: [{ label: 'New address', value: newEmail }] },
        'Wasn’t you? Reply to this email right away.',
      ],
    },
    business,
  );
}

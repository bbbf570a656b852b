import { headerLine } from '../controls.ts';
import { type Block, type Business, type MailContent, writeLetter } from './letter.ts';

/** Letters about accounts. Links are absolute. */

interface ToSomebody {
  /**
   * Whoever the account is of; null in a letter to an address that nobody has proven to be theirs: a stranger's text is
   * not to reach it.
   */
  readonly name: string | null;
}

function hello(name: string | null): string {
  return name === null ? 'Hello' : `Hello ${headerLine(name)}`;
}

const NOT_YOU = 'If this was not you, ignore this email: nothing happens without the link.';

interface Parts {
  readonly subject: string;
  readonly preview: string;
  readonly heading: string;
  readonly blocks: readonly Block[];
}

function letter(parts: Parts, business: Business): MailContent {
  return writeLetter({ to: 'customer', ...parts }, business);
}

/** To whoever registered: is this address theirs? */
export function verifyAddress(link: string, business: Business): MailContent {
  return letter(
    {
      subject: `Confirm your email address for ${business.name}`,
      preview: 'One step, and your account is ready. The link works for 24 hours.',
      heading: 'Confirm your email address',
      blocks: [
        'Hello, somebody, most likely you, made an account with this address. Open the link, type the password you chose, and the account is ready.',
        {
          actions: [
            { words: 'Confirm my address', url: link },
            { words: 'Choose another password', url: `${business.url}/forgot-password` },
          ],
        },
        'If you do not know the password, choose another: that confirms the address, too.',
        `The link works once, and for 24 hours. ${NOT_YOU}`,
      ],
    },
    business,
  );
}

/** To the owner of an address that somebody wanted to use for an account, or for another account. */
export function addressInUse({ name }: ToSomebody, business: Business): MailContent {
  return letter(
    {
      subject: 'Somebody tried to use your email address',
      preview: 'You have an account already. Nothing was changed.',
      heading: 'You have an account already',
      blocks: [
        `${hello(name)}, somebody just tried to make an account with this address, or to move theirs to it. You have one here already, so nothing was changed, and we did not tell them.`,
        'If it was you, sign in. If you do not remember the password, choose a new one.',
        {
          actions: [
            { words: 'Sign in', url: `${business.url}/login` },
            { words: 'Choose a new password', url: `${business.url}/forgot-password` },
          ],
        },
        'If it was not you, there is nothing to do.',
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
      preview: 'They didn’t get in. The link lets you sign in with a new browser. It works once, and for one hour.',
      heading: 'Someone is guessing your password',
      blocks: [
        `${hello(name)}, many wrong passwords came for your account today. None of them was right, and nothing was changed.`,
        'While they come from many places at once, we take passwords for your account only from browsers that have signed in to it before. To sign in with a new one then, open this link there, then use your password as always.',
        {
          actions: [
            { words: 'Let this browser sign in', url: link },
            { words: 'Choose a new password', url: `${business.url}/forgot-password` },
          ],
        },
        'The link works once, and for one hour. Nothing opens without your password. If it has run out and sign-in is still paused, choose a new password: that lets you in, too.',
        'If your password is long and you use it nowhere else, there is nothing else to do. We write about this once a day at most.',
      ],
    },
    business,
  );
}

/** To whoever forgot the password. */
export function passwordReset({ name }: ToSomebody, link: string, business: Business): MailContent {
  return letter(
    {
      subject: 'Choose a new password',
      preview: 'The link works once, and for one hour.',
      heading: 'Choose a new password',
      blocks: [
        `${hello(name)}, here is the link for choosing a new password.`,
        { actions: [{ words: 'Choose a new password', url: link }] },
        `It works once, and for one hour. Every device that is signed in now is signed out by it. ${NOT_YOU}`,
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
      preview: 'Every other device has been signed out.',
      heading: 'Your password was changed',
      blocks: [
        `${hello(name)}, the password of your account was just changed, and every other device was signed out.`,
        'If it was not you, choose a new password at once and answer this email.',
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
      preview: 'Your account moves to this address once it is confirmed. The link works for 24 hours.',
      heading: 'Confirm your new address',
      blocks: [
        'Hello, this address was named as the new one of an account. Open the link while you are signed in to that account.',
        { actions: [{ words: 'Confirm this address', url: link }] },
        `The link works once, and for 24 hours. ${NOT_YOU}`,
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
      subject: 'Is your email address to be changed?',
      preview: `Somebody who is signed in to your account asked for it.`,
      heading: 'Is your address to be changed?',
      blocks: [
        `${hello(name)}, somebody who knows your password asked for your account to move to another address. It moves once both addresses have confirmed it.`,
        { facts: [{ label: 'New address', value: newEmail }] },
        { actions: [{ words: 'Yes, change it', url: link }] },
        'The link works once, and for 24 hours. If this was not you, leave the link alone, change your password and answer this email.',
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
      preview: 'From now on your account is at another address.',
      heading: 'Your address was changed',
      blocks: [
        'Hello, your account has moved to another address. You sign in with that one now, and our emails go there.',
        { facts: [{ label: 'New address', value: newEmail }] },
        'If this was not you, answer this email at once.',
      ],
    },
    business,
  );
}

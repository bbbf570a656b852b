/**
 * The page that sends a request, and the account that it was rendered for. A page can stay open while another account signs in to the
 * same browser: what is sent from it then is not done in the other account's name.
 */
import { hash } from 'node:crypto';
import { pageOwnerIn, pageOwnerInName } from '#shared/account/page-owner.ts';

const LENGTH = 16;

/** Tells the pages of one account from those of another. It is neither a secret nor the account's id. */
export function accountMark(account: string): string {
  return hash('sha256', `pages of ${account}`, 'base64url').slice(0, LENGTH);
}

interface SignIn {
  current(): Promise<{ readonly account: string } | null>;
}

export class SendingPage {
  readonly #signIn: SignIn;
  /** Null when the page names no account. Empty when its visitor knows of being signed out. */
  readonly #mark: string | null;

  constructor(signIn: SignIn, mark: string | null = null) {
    this.#signIn = signIn;
    this.#mark = mark;
  }

  static of(headers: Headers, signIn: SignIn): SendingPage {
    return new SendingPage(signIn, pageOwnerIn(headers));
  }

  /** The page that a posted form stood on. Deletes from the form the field that says so. */
  takeFrom(form: URLSearchParams): SendingPage {
    const names = [...form.keys()].filter((name) => pageOwnerInName(name) !== null);
    for (const name of names) form.delete(name);
    const [first] = names;
    return first === undefined ? this : new SendingPage(this.#signIn, pageOwnerInName(first));
  }

  /** Whether it was rendered for another account than the one that is signed in now. */
  async isOthers(): Promise<boolean> {
    if (this.#mark === null) return false;
    const current = await this.#signIn.current();
    return current !== null && this.#mark !== accountMark(current.account);
  }

  /** Whether it was rendered for an account, whichever that is. */
  get isOfAccount(): boolean {
    return this.#mark !== null && this.#mark !== '';
  }

  /** The mark of its account, for `isSender`; null when there is no mark, or it is malformed. */
  get sender(): string | null {
    return this.#mark !== null && /^[\w-]{16}$/.test(this.#mark) ? this.#mark : null;
  }
}

/** Whether a page's `sender` stands for this account. */
export function isSender(sender: string, account: string): boolean {
  return sender === accountMark(account);
}

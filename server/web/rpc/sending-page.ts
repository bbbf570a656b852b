import { hash } from 'node:crypto';
import { pageOwnerIn, pageOwnerInName } from '#shared/page-owner.ts';

const LENGTH = 16;

/** What tells the pages of one account from those of another. It is no secret, and not the account's id. */
export function accountMark(account: string): string {
  return hash('sha256', `pages of ${account}`, 'base64url').slice(0, LENGTH);
}

interface SignIn {
  readonly current: { readonly account: string } | null;
}

/** The page that sent a request. It may say for which account it was rendered; the browser may belong to another one by now. */
export class SendingPage {
  readonly #signIn: SignIn;
  /** Null when the page does not say. Empty when its visitor knows of being signed out. */
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
  get isOthers(): boolean {
    const { current } = this.#signIn;
    return this.#mark !== null && current !== null && this.#mark !== accountMark(current.account);
  }

  /** Whether it was rendered for an account, whichever that is. */
  get isOfAccount(): boolean {
    return this.#mark !== null && this.#mark !== '';
  }

  /** What `isSender` recognizes its account by; null when it does not say, or in a way that no page does. */
  get sender(): string | null {
    return this.#mark !== null && /^[\w-]{16}$/.test(this.#mark) ? this.#mark : null;
  }
}

/** Whether a page with this `sender` was rendered for the account. */
export function isSender(sender: string, account: string): boolean {
  return sender === accountMark(account);
}

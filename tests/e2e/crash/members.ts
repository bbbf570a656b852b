import { PATIENCE_MS } from '#tests/patience.ts';
import { HttpCustomer } from '../http-customer.ts';
import type { MailApi } from './outside.ts';
import { unlessLost } from './visitors.ts';

interface Member {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  isConfirmed: boolean;
}

/** One person after the other registers, opens the link of the mail, and signs in, over as many servers as it takes. */
export class Members {
  readonly registered: Member[] = [];
  readonly signedIn: { readonly member: Member; readonly browser: HttpCustomer }[] = [];
  readonly #mail: MailApi;
  readonly #patienceMs: number;
  #next: Member = newMember(0);

  constructor(mail: MailApi, patienceMs: number = PATIENCE_MS) {
    this.#mail = mail;
    this.#patienceMs = patienceMs;
  }

  /** Resolves when the server no longer responds. Calls back at each response. */
  async crowd(origin: string, onAnswer: () => void): Promise<void> {
    while ((await this.#register(origin)) && (await this.confirmAll(origin, onAnswer))) onAnswer();
  }

  /** All members whose mail has arrived confirm their address and sign in. Returns whether the server responded to all. */
  async confirmAll(origin: string, onAnswer: () => void = () => {}): Promise<boolean> {
    for (const member of this.registered.filter((each) => !each.isConfirmed)) {
      const token = this.#tokenOf(member);
      if (token === null) continue;
      if (!(await this.#confirm(origin, member, token))) return false;
      onAnswer();
    }
    return true;
  }

  async #register(origin: string): Promise<boolean> {
    const { isConfirmed: _, ...typed } = this.#next;
    const heard = await unlessLost(new HttpCustomer(origin, this.#patienceMs).call('register', typed));
    if (heard === null) return false;
    if (heard.status !== 200) throw new Error(`a registration was answered with ${heard.status}: ${heard.text}`);
    this.registered.push(this.#next);
    this.#next = newMember(this.registered.length);
    return true;
  }

  /** A link whose response was lost may be used up: then the password already works. */
  async #confirm(origin: string, member: Member, token: string): Promise<boolean> {
    const { email, password } = member;
    const browser = new HttpCustomer(origin, this.#patienceMs);
    const confirmed = await unlessLost(browser.call('confirmEmail', { token, password }));
    if (confirmed === null) return false;
    const heard = await unlessLost(browser.call('signIn', { email, password }));
    if (heard === null) return false;
    if (heard.status !== 200) throw new Error(`a sign-in was answered with ${heard.status}: ${heard.text}`);
    member.isConfirmed = true;
    this.signedIn.push({ member, browser });
    return true;
  }

  #tokenOf({ email }: Member): string | null {
    const mail = this.#mail.accepted.find(({ to, text }) => to === email && text.includes('/verify-email?'));
    return /\/verify-email\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? null;
  }
}

function newMember(number: number): Member {
  const email = `member${number}@example.com`;
  return { name: `Member ${number}`, email, password: 'quiet otters paddle home', isConfirmed: false };
}

import { randomUUID } from 'node:crypto';
import { type CivilDate, addDays } from '#shared/civil-date.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { type Claim, sessionTypeOf, PRICE_CENTS } from '#shared/booking/session-type.ts';

/** A requested booking. Its visitor's name is unique, so that tests find the booking in the log. */
export interface Wish {
  readonly key: string;
  readonly name: string;
  readonly date: CivilDate;
  readonly claim: Claim;
}

/** Acknowledged results, which must survive every crash. */
export interface Promises {
  /** Acknowledged holds with their checkouts. A retried request may be listed twice. */
  readonly held: { readonly wish: Wish; readonly checkout: string }[];
  /** Checkouts that the pay page has acknowledged as paid. */
  readonly paid: string[];
  /** Checkouts whose visitors were redirected to the confirmation. */
  readonly confirmed: string[];
  readonly refused: Wish[];
}

const CLAIMS: readonly Claim[] = ['am', 'full', 'pm'];

/**
 * Visitors who book, pay and return as fast as they can until the server is killed, and continue with the next server. A visitor
 * without a response retries with the same idempotency key.
 */
export class Visitors {
  readonly promises: Promises = { held: [], paid: [], confirmed: [], refused: [] };
  /** Requests without a response yet. */
  readonly #unanswered: Wish[] = [];
  /** Checkouts at which a visitor pressed the button and got no response. */
  readonly #unsure: string[] = [];
  readonly #firstDate: CivilDate;
  #wishes = 0;

  constructor(firstDate: CivilDate) {
    this.#firstDate = firstDate;
  }

  /** Checkouts that a visitor tried to pay, with or without a response. */
  get payers(): string[] {
    return [...this.promises.paid, ...this.#unsure];
  }

  /** Runs `count` visitors at once. Resolves when the server no longer responds to any. Calls back at each response. */
  async crowd(origin: string, count: number, onAnswer: () => void): Promise<void> {
    await Promise.all(Array.from({ length: count }, (_, index) => this.#visit(origin, index, onAnswer)));
  }

  async #visit(origin: string, index: number, onAnswer: () => void): Promise<void> {
    for (;;) {
      const wish = this.#unanswered.pop() ?? this.#nextWish();
      const checkout = await this.#book(origin, wish);
      if (checkout === 'gone') {
        this.#unanswered.push(wish);
        return;
      }
      onAnswer();
      // A third of the visitors only hold; the others pay, a quarter of them twice, and half of the payers return.
      if (checkout === 'refused' || index % 3 === 0) continue;
      if (!(await this.#pay(origin, checkout, index % 6 === 1 ? 'twice' : 'pay'))) return;
      if (index % 3 === 1 && !(await this.comeBack(origin, checkout))) return;
    }
  }

  /** Each two wishes in a row compete for the same slot, and full days overlap half days. */
  #nextWish(): Wish {
    const number = this.#wishes++;
    const slot = Math.floor(number / 2);
    const claim = CLAIMS[(slot + number) % 3] ?? 'am';
    const date = addDays(this.#firstDate, Math.floor(slot / 2));
    return { key: randomUUID(), name: `Visitor ${number}`, date, claim };
  }

  async #book(origin: string, { key, name, date, claim }: Wish): Promise<string> {
    const service = sessionTypeOf(claim);
    const slot = { service, date, claim, price: PRICE_CENTS[service] };
    const person = { name, email: 'visitor@example.com', phone: '805 555 0142', address: '1 Main Street', notes: '' };
    const response = await send(`${origin}${rpcPath('hold')}`, {
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ ...slot, ...person, area: 'Ventura', tasks: [], key }),
    });
    if (response === null) return 'gone';
    const wish = { key, name, date, claim };
    if (response.status === 409) {
      this.promises.refused.push(wish);
      return 'refused';
    }
    if (response.status !== 200) throw new Error(`a hold was answered with ${response.status}: ${response.text}`);
    const { redirect } = JSON.parse(response.text) as { redirect: string };
    const checkout = redirect.split('/').at(-1) ?? '';
    this.promises.held.push({ wish, checkout });
    return checkout;
  }

  async #pay(origin: string, checkout: string, way: 'pay' | 'twice'): Promise<boolean> {
    const body = new URLSearchParams({ way });
    const response = await send(`${origin}/dev/pay/${checkout}`, { headers: { origin }, body });
    if (response?.status === 303) this.promises.paid.push(checkout);
    else if (response === null) this.#unsure.push(checkout);
    else throw new Error(`a payment was answered with ${response.status}: ${response.text}`);
    return response !== null;
  }

  /** Opens the return page of a checkout. Returns whether the server responded. */
  async comeBack(origin: string, checkout: string): Promise<boolean> {
    const response = await send(`${origin}/book/return?checkout=${checkout}`, {});
    if (response?.location?.startsWith('/book/confirmation')) this.promises.confirmed.push(checkout);
    return response !== null;
  }
}

interface Answer {
  readonly status: number;
  readonly location: string | null;
  readonly text: string;
}

/** The whole response; null if the server was killed before its end. */
async function send(
  url: string,
  { headers = {}, body }: Pick<RequestInit, 'headers' | 'body'>,
): Promise<Answer | null> {
  try {
    const init = { method: body ? 'POST' : 'GET', redirect: 'manual', headers, body: body ?? null } as const;
    const response = await fetch(url, init);
    return { status: response.status, location: response.headers.get('location'), text: await response.text() };
  } catch {
    return null;
  }
}

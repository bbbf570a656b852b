import { randomUUID } from 'node:crypto';
import { type CivilDate, addDays } from '#shared/civil-date.ts';
import type { Claim } from '#shared/booking/session-type.ts';
import { type Heard, HttpCustomer, checkoutOf, inDays } from '../http-customer.ts';

/** A requested booking. Its visitor's name is unique, so that tests find the booking in the log. */
export interface Wish {
  readonly key: string;
  readonly name: string;
  readonly date: CivilDate;
  readonly claim: Claim;
}

/** A cancellation of a paid visit by the browser that booked it. */
interface Cancellation {
  readonly key: string;
  readonly customer: HttpCustomer;
  readonly wish: Wish;
  readonly checkout: string;
  readonly eventId: string;
}

/** An acknowledged result, and when its response had arrived. */
interface Acknowledged {
  readonly checkout: string;
  readonly at: number;
}

/** Acknowledged results, which must survive every crash. */
export interface Promises {
  /** Holds. A retried request may be listed twice. */
  readonly held: (Acknowledged & { readonly wish: Wish })[];
  /** Checkouts that the pay page has acknowledged as paid. */
  readonly paid: Acknowledged[];
  /** Checkouts whose visitors were redirected to the confirmation. */
  readonly confirmed: Acknowledged[];
  readonly cancelled: Acknowledged[];
  readonly refused: Wish[];
}

const CLAIMS: readonly Claim[] = ['am', 'full', 'pm', 'pm'];

/** Resolves with null if the server was killed before the end of its response. */
export async function unlessKilled<Result>(asked: Promise<Result>): Promise<Result | null> {
  try {
    return await asked;
  } catch (error) {
    // What `fetch` throws for a lost connection.
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * Visitors who book, pay, return and cancel as fast as they can until the server is killed, and continue with the next server. A
 * visitor without a response retries with the same idempotency key.
 */
export class Visitors {
  readonly promises: Promises = { held: [], paid: [], confirmed: [], cancelled: [], refused: [] };
  /** Requests without a response yet. */
  readonly #unanswered: Wish[] = [];
  readonly #uncancelled: Cancellation[] = [];
  /** Checkouts at which a visitor pressed the button and got no response. */
  readonly #unsure: string[] = [];
  readonly #firstDate = inDays(5);
  #wishes = 0;

  /** Runs `count` visitors at once. Resolves when the server no longer responds to any. Calls back at each response. */
  async crowd(origin: string, count: number, onAnswer: () => void): Promise<void> {
    await Promise.all(Array.from({ length: count }, (_, index) => this.#visit(origin, index, onAnswer)));
  }

  /** Visitors who paid return, so that the server records every payment, and cancellations without a response are repeated. */
  async settle(origin: string): Promise<void> {
    const payers = [...this.promises.paid.map(({ checkout }) => checkout), ...this.#unsure];
    for (const checkout of payers) await this.#comeBack(new HttpCustomer(origin), checkout);
    for (const cancellation of this.#uncancelled.splice(0)) await this.#cancel(origin, cancellation);
  }

  async #visit(origin: string, index: number, onAnswer: () => void): Promise<void> {
    for (;;) {
      const left = this.#uncancelled.pop();
      if (left && !(await this.#cancel(origin, left))) return;
      const wish = this.#unanswered.pop() ?? this.#nextWish();
      const customer = new HttpCustomer(origin);
      const held = await this.#book(customer, wish);
      if (held === null) return;
      onAnswer();
      // A third of the visitors only hold; the others pay, a quarter of them twice. Half of the payers return, and half of these cancel.
      if (held.status === 409 || index % 3 === 0) continue;
      if (!(await this.#pay(customer, held, index % 6 === 1))) return;
      if (index % 3 !== 1) continue;
      const checkout = checkoutOf(held);
      const back = await this.#comeBack(customer, checkout);
      if (back === null) return;
      const eventId = new URL(back.location ?? '', origin).searchParams.get('eventId');
      if (eventId === null || index % 6 === 1) continue;
      if (!(await this.#cancel(origin, { key: randomUUID(), customer, wish, checkout, eventId }))) return;
    }
  }

  /** Four wishes in a row compete for the units of one date. */
  #nextWish(): Wish {
    const number = this.#wishes++;
    const claim = CLAIMS[number % CLAIMS.length] ?? 'am';
    const date = addDays(this.#firstDate, Math.floor(number / CLAIMS.length));
    return { key: randomUUID(), name: `Visitor ${number}`, date, claim };
  }

  async #book(customer: HttpCustomer, wish: Wish): Promise<Heard | null> {
    const { key, name, date, claim } = wish;
    const held = await unlessKilled(customer.hold(date, claim, { key, name }));
    if (held === null) this.#unanswered.push(wish);
    else if (held.status === 409) this.promises.refused.push(wish);
    else if (held.status === 200) this.promises.held.push({ wish, checkout: checkoutOf(held), at: Date.now() });
    else throw new Error(`a hold was answered with ${held.status}: ${held.text}`);
    return held;
  }

  /** Returns whether the server responded. */
  async #pay(customer: HttpCustomer, held: Heard, twice: boolean): Promise<boolean> {
    const checkout = checkoutOf(held);
    const isPaid = (await unlessKilled(customer.pay(held, twice ? 'twice' : 'pay'))) !== null;
    if (isPaid) this.promises.paid.push({ checkout, at: Date.now() });
    else this.#unsure.push(checkout);
    return isPaid;
  }

  /** Opens the return page of a checkout. */
  async #comeBack(customer: HttpCustomer, checkout: string): Promise<Heard | null> {
    const back = await unlessKilled(customer.get(`/book/return?checkout=${checkout}`));
    if (back?.location?.startsWith('/book/confirmation')) this.promises.confirmed.push({ checkout, at: Date.now() });
    return back;
  }

  /** Returns whether the server responded. */
  async #cancel(origin: string, cancellation: Cancellation): Promise<boolean> {
    const { customer, wish, checkout, eventId, key } = cancellation;
    customer.origin = origin;
    const from = { date: wish.date, claim: wish.claim };
    const heard = await unlessKilled(customer.call('cancel', { eventId, from, expects: 'refund', key }));
    if (heard === null) this.#uncancelled.push(cancellation);
    else if (heard.status === 200) this.promises.cancelled.push({ checkout, at: Date.now() });
    else throw new Error(`a cancellation was answered with ${heard.status}: ${heard.text}`);
    return heard !== null;
  }
}

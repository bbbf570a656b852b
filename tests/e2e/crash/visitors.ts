import { randomUUID } from 'node:crypto';
import type { Slot } from '#shared/booking/availability.ts';
import { type CivilDate, addDays } from '#shared/civil-date.ts';
import type { Claim } from '#shared/booking/session-type.ts';
import { PATIENCE_MS } from '#tests/patience.ts';
import { type Heard, HttpCustomer, checkoutOf, inDays } from '../http-customer.ts';

/** A requested booking. Its visitor's name is unique, so that tests find the booking in the log. */
export interface Wish {
  readonly key: string;
  readonly name: string;
  readonly date: CivilDate;
  readonly claim: Claim;
}

/** A paid visit in the browser that booked it, which will move or cancel it. */
interface Visit {
  readonly key: string;
  readonly customer: HttpCustomer;
  readonly slot: Slot;
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
  readonly moved: (Acknowledged & { readonly to: Slot })[];
  readonly refused: (Pick<Acknowledged, 'at'> & { readonly wish: Wish })[];
}

const CLAIMS: readonly Claim[] = ['am', 'full', 'pm', 'pm'];

/** 408 comes from a server that was stopped, and 503 from one that can save nothing. */
const LATER: ReadonlySet<number> = new Set([408, 503]);

/** Resolves with null if the response did not arrive in whole or in time, or says to send the request later. */
export async function unlessLost(asked: Promise<Heard>): Promise<Heard | null> {
  try {
    const heard = await asked;
    return LATER.has(heard.status) ? null : heard;
  } catch (error) {
    // What `fetch` throws for a lost connection, and for one that it waited for too long.
    if (error instanceof TypeError || (error as Error).name === 'TimeoutError') return null;
    throw error;
  }
}

/** Number of visitors who return at once in the end. */
const RETURNING = 8;

/** From the date of a wish to the dates to which visits are moved. */
const MOVED_BY_DAYS = 40_000;

/**
 * Visitors who book, pay, return, move and cancel as fast as they can until the server is killed, and continue with the next server. A
 * visitor without a response retries with the same idempotency key.
 */
export class Visitors {
  readonly promises: Promises = { held: [], paid: [], confirmed: [], cancelled: [], moved: [], refused: [] };
  /** Requests without a response yet. */
  readonly #unanswered: Wish[] = [];
  readonly #uncancelled: Visit[] = [];
  /** Checkouts at which a visitor pressed the button and got no response. */
  readonly #unsure: string[] = [];
  readonly #firstDate = inDays(5);
  readonly #patienceMs: number;
  #wishes = 0;
  #moves = 0;

  constructor(patienceMs: number = PATIENCE_MS) {
    this.#patienceMs = patienceMs;
  }

  /** Runs `count` visitors at once. Resolves when the server no longer responds to any. Calls back at each response. */
  async crowd(origin: string, count: number, onAnswer: () => void): Promise<void> {
    await Promise.all(Array.from({ length: count }, (_, index) => this.visit(origin, index, onAnswer)));
  }

  /** Visitors who paid return, so that the server records every payment, and cancellations without a response are repeated. */
  async settle(origin: string): Promise<void> {
    const payers = [...this.promises.paid.map(({ checkout }) => checkout), ...this.#unsure];
    const comeBack = async () => {
      for (let checkout = payers.pop(); checkout !== undefined; checkout = payers.pop())
        await this.#comeBack(new HttpCustomer(origin), checkout);
    };
    await Promise.all(Array.from({ length: RETURNING }, comeBack));
    for (const visit of this.#uncancelled.splice(0)) await this.#cancel(origin, visit);
  }

  /** Runs one visitor after the other until a response is lost. `index` says what they do. */
  async visit(origin: string, index: number, onAnswer: () => void): Promise<void> {
    for (;;) {
      const left = this.#uncancelled.pop();
      if (left && !(await this.#cancel(origin, left))) return;
      const wish = this.#unanswered.pop() ?? this.#nextWish();
      const customer = new HttpCustomer(origin, this.#patienceMs);
      const held = await this.#book(customer, wish);
      if (held === null) return;
      onAnswer();
      // A third of the visitors only hold; the others pay, a quarter of them twice. Half of the payers return, and half of these move the
      // visit, if the time is free, and cancel it.
      if (held.status === 409 || index % 3 === 0) continue;
      if (!(await this.#pay(customer, held, index % 6 === 1))) return;
      if (index % 3 !== 1) continue;
      const checkout = checkoutOf(held);
      const back = await this.#comeBack(customer, checkout);
      if (back === null) return;
      const eventId = new URL(back.location ?? '', origin).searchParams.get('eventId');
      if (eventId === null || index % 6 === 1) continue;
      const visit = { key: randomUUID(), customer, slot: { date: wish.date, claim: wish.claim }, checkout, eventId };
      const moved = await this.#move(visit);
      if (moved === null || !(await this.#cancel(origin, moved))) return;
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
    const held = await unlessLost(customer.hold(date, claim, { key, name }));
    if (held === null) this.#unanswered.push(wish);
    else if (held.status === 409) this.promises.refused.push({ wish, at: Date.now() });
    else if (held.status === 200) this.promises.held.push({ wish, checkout: checkoutOf(held), at: Date.now() });
    else throw new Error(`a hold was answered with ${held.status}: ${held.text}`);
    return held;
  }

  /** Returns whether the server responded. */
  async #pay(customer: HttpCustomer, held: Heard, twice: boolean): Promise<boolean> {
    const checkout = checkoutOf(held);
    const paid = await unlessLost(customer.press(checkout, twice ? 'twice' : 'pay'));
    if (paid === null) this.#unsure.push(checkout);
    else if (paid.status === 303) this.promises.paid.push({ checkout, at: Date.now() });
    else throw new Error(`paying was answered with ${paid.status}: ${paid.text}`);
    return paid !== null;
  }

  /** Opens the return page of a checkout. */
  async #comeBack(customer: HttpCustomer, checkout: string): Promise<Heard | null> {
    const back = await unlessLost(customer.get(`/book/return?checkout=${checkout}`));
    if (back?.location?.startsWith('/book/confirmation')) this.promises.confirmed.push({ checkout, at: Date.now() });
    return back;
  }

  /**
   * Two visitors in a row compete for the units of one date. Returns the visit where it is then; null without a response, because the link
   * that opens it came with that.
   */
  async #move(visit: Visit): Promise<Visit | null> {
    const { customer, slot: from, checkout, eventId } = visit;
    const to = { date: addDays(this.#firstDate, MOVED_BY_DAYS + Math.floor(this.#moves++ / 2)), claim: from.claim };
    const heard = await unlessLost(customer.call('reschedule', { eventId, from, ...to, key: randomUUID() }));
    if (heard === null) return null;
    if (heard.status === 409) return visit;
    if (heard.status !== 200) throw new Error(`a move was answered with ${heard.status}: ${heard.text}`);
    this.promises.moved.push({ checkout, to, at: Date.now() });
    return { ...visit, slot: to };
  }

  /** Returns whether the server responded. */
  async #cancel(origin: string, visit: Visit): Promise<boolean> {
    const { customer, slot: from, checkout, eventId, key } = visit;
    customer.origin = origin;
    const heard = await unlessLost(customer.call('cancel', { eventId, from, expects: 'refund', key }));
    if (heard === null) this.#uncancelled.push(visit);
    else if (heard.status === 200) this.promises.cancelled.push({ checkout, at: Date.now() });
    else throw new Error(`a cancellation was answered with ${heard.status}: ${heard.text}`);
    return heard !== null;
  }
}

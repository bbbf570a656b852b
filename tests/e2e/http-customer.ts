import { randomUUID } from 'node:crypto';
import type { WayToPay } from '#server/outside/payments/sandbox-books.ts';
import type { Contract } from '#shared/calls/contract.ts';
import { type CivilDate, addDays } from '#shared/civil-date.ts';
import { type InputOf, rpcPath } from '#shared/calls/rpc.ts';
import { PATIENCE_MS } from '#tests/patience.ts';
import { type Claim, sessionTypeOf } from '#shared/booking/session-type.ts';
import { PRICE_CENTS } from '#tests/amounts.ts';

/** A response to a customer without a browser. */
export interface Heard {
  readonly status: number;
  readonly location: string | null;
  readonly retryAfter: string | null;
  readonly text: string;
}

/** The checkout to which a hold leads. */
export function checkoutOf(held: Heard): string {
  const { redirect } = JSON.parse(held.text) as { redirect: string };
  return redirect.split('/').at(-1) ?? '';
}

/** The date so many days from now, far from the ends of a day in every zone. */
export function inDays(days: number): CivilDate {
  return addDays(new Date().toISOString().slice(0, 10) as CivilDate, days);
}

/** A customer who books, pays and returns by plain requests, with cookies. */
export class HttpCustomer {
  /** Where the site is: a server that was started again has another port. */
  origin: string;
  readonly #cookies = new Map<string, string>();
  readonly #patienceMs: number;

  /** `patienceMs` is how long it waits for each response. */
  constructor(origin: string, patienceMs: number = PATIENCE_MS) {
    this.origin = origin;
    this.#patienceMs = patienceMs;
  }

  async get(path: string): Promise<Heard> {
    return this.#send(path, {});
  }

  async call<Name extends keyof Contract>(name: Name, input: InputOf<Contract[Name]>): Promise<Heard> {
    return this.#send(rpcPath(name), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
  }

  /** `day` is a date, or the number of days from now. */
  hold(day: number | CivilDate, claim: Claim = 'am', change: Partial<InputOf<Contract['hold']>> = {}): Promise<Heard> {
    return this.call('hold', {
      service: sessionTypeOf(claim),
      date: typeof day === 'number' ? inDays(day) : day,
      claim,
      area: 'Ventura',
      tasks: [],
      name: 'Ada Reyes',
      email: 'ada@example.com',
      phone: '805 555 0142',
      address: '1 Main Street',
      notes: '',
      price: PRICE_CENTS[sessionTypeOf(claim)],
      key: randomUUID(),
      ...change,
    });
  }

  /** Presses a pay button of the sandbox. Returns the path that leads back to the site. */
  async pay(held: Heard, way: WayToPay = 'pay'): Promise<string> {
    const checkout = checkoutOf(held);
    const paid = await this.press(checkout, way);
    if (paid.status !== 303) throw new Error(`paying was answered with ${paid.status}: ${paid.text}`);
    return `/book/return?checkout=${checkout}`;
  }

  press(checkout: string, way: WayToPay): Promise<Heard> {
    return this.#send(`/dev/pay/${checkout}`, { method: 'POST', body: new URLSearchParams({ way }) });
  }

  /** Books and pays a visit. Returns the booking's id. */
  async book(days: number, claim: Claim = 'am', change: Partial<InputOf<Contract['hold']>> = {}): Promise<string> {
    const held = await this.hold(days, claim, change);
    if (held.status !== 200) throw new Error(`the hold was answered with ${held.status}: ${held.text}`);
    const { location } = await this.get(await this.pay(held));
    const eventId = new URL(location ?? '', this.origin).searchParams.get('eventId');
    if (eventId === null) throw new Error(`not confirmed: ${location}`);
    return eventId;
  }

  async #send(path: string, init: RequestInit): Promise<Heard> {
    const headers = new Headers(init.headers);
    const signal = AbortSignal.timeout(this.#patienceMs);
    headers.set('origin', this.origin);
    headers.set('cookie', Array.from(this.#cookies, ([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(this.origin + path, { ...init, headers, redirect: 'manual', signal });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
    return {
      status: response.status,
      location: response.headers.get('location'),
      retryAfter: response.headers.get('retry-after'),
      text: await response.text(),
    };
  }
}

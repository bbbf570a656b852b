import { randomUUID } from 'node:crypto';
import type { App } from '#server/app.ts';
import type { WayToPay } from '#server/outside/payments/sandbox-books.ts';
import type { Availability, NextOpen, Slot } from '#shared/booking/availability.ts';
import type { BookingRequest } from '#shared/booking/booking-details.ts';
import type { CurrentHold, Ticket } from '#shared/calls/contract.ts';
import type { Flash } from '#shared/calls/flash.ts';
import type { PriceChange } from '#shared/calls/refusals.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import { sessionTypeOf } from '#shared/booking/session-type.ts';
import { PRICE_CENTS } from '#tests/amounts.ts';
import { DATE, PERSONAL } from '../../events/facts.ts';

/** The input of a hold, as the form sends it. */
export function details(
  change: Partial<Omit<BookingRequest, 'key' | 'confirmed'>> = {},
): Omit<BookingRequest, 'key' | 'photos' | 'confirmed'> {
  const { claim = 'am' } = change;
  const service = sessionTypeOf(claim);
  const price = PRICE_CENTS[service];
  return { service, date: DATE, claim, area: 'Ojai', tasks: ['tv-mounting'], ...PERSONAL, price, ...change };
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') === true;
}

/** The page that a form leads to: the one that answers it, or that of a redirect. */
export function pageAfter({ headers }: Response): string {
  return headers.get('content-location') ?? headers.get('location') ?? '';
}

/** Path of the payment page. */
export interface Bank {
  look(checkout: string): Promise<{ readonly booking: string } | null>;
  pay(checkout: string, way: WayToPay): Promise<boolean>;
}

/** The response of the hold call. */
export interface Held {
  readonly status: number;
  readonly redirect?: string;
  readonly refusal?: string;
  readonly nearest?: readonly Slot[];
  readonly retryAfter?: number;
  readonly price?: PriceChange;
}

/** The environment of a request from this client address. */
export function from(address: string): object {
  return { incoming: { socket: { remoteAddress: address } } };
}

/** A visitor's browser: keeps cookies, knows its payment page. */
export class Visitor {
  readonly #app: App;
  readonly #bank: Bank;
  #env: object;
  /** The flash of the page that has answered the last form. */
  #answer: Flash | null = null;
  readonly #cookies = new Map<string, string>();
  /** The last checkout of the visitor. */
  checkout = '';
  userAgent = '';

  constructor({ app, bank, address }: { app: App; bank: Bank; address?: string }) {
    this.#app = app;
    this.#bank = bank;
    this.#env = address === undefined ? {} : from(address);
  }

  /** A copy of the browser, with its current cookies. */
  copy(): Visitor {
    const copy = new Visitor({ app: this.#app, bank: this.#bank });
    copy.#env = this.#env;
    for (const [name, value] of this.#cookies) copy.#cookies.set(name, value);
    return copy;
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  async request(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      'sec-fetch-site': 'same-origin',
      'user-agent': this.userAgent,
      cookie,
      ...(init.headers as Record<string, string>),
    };
    const response = await this.#app.request(path, { ...init, headers }, this.#env);
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0\b/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const isPage = response.headers.has('content-location');
    if (isPage && isJson(response)) this.#answer = (await response.clone().json()) as Flash;
    return response;
  }

  /** Sends the booking form. */
  async hold(change: Parameters<typeof details>[0] = {}, key: string = randomUUID()): Promise<Held> {
    const response = await this.request(rpcPath('hold'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...details(change), key }),
    });
    const body = (await response.json()) as Omit<Held, 'status'>;
    const [, checkout] = /\/pay\/([^#]+)/.exec(body.redirect ?? '') ?? [];
    if (checkout) this.checkout = checkout;
    return { status: response.status, ...body };
  }

  /** Holds a slot and resolves with the booking's id. Throws when that is refused. */
  async holds(change: Parameters<typeof details>[0] = {}): Promise<string> {
    const held = await this.hold(change);
    if (!held.redirect) throw new Error(`refused: ${held.refusal}`);
    return (await this.#bank.look(this.checkout))?.booking ?? '';
  }

  /** Presses a button of the pay page. */
  pays(way: WayToPay = 'pay'): Promise<boolean> {
    return this.#bank.pay(this.checkout, way);
  }

  /** Returns from paying. Resolves with the redirect. */
  async returns(checkout: string = this.checkout): Promise<string> {
    const response = await this.request(`/book/return?checkout=${encodeURIComponent(checkout)}`);
    return `${response.status} ${response.headers.get('location')}`;
  }

  /** The flash of a page: of the one that has just answered a form, or else of one that is opened. */
  async flashOn(path: string): Promise<Flash | null> {
    const answer = this.#answer;
    this.#answer = null;
    if (answer?.page === new URL(path, 'http://page').pathname) return answer;
    return (await this.request(path)).json() as Promise<Flash | null>;
  }

  async #query<Output>(name: string, input?: object): Promise<Output> {
    const payload = input ? `?payload=${encodeURIComponent(JSON.stringify(input))}` : '';
    return (await this.request(rpcPath(name) + payload)).json() as Promise<Output>;
  }

  availability(): Promise<Availability> {
    return this.#query('availability');
  }

  /** A day as the calendar shows it to this visitor. */
  async day(shown: CivilDate) {
    return (await this.availability()).days.find(({ date }) => date === shown);
  }

  nextOpen(): Promise<NextOpen> {
    return this.#query('nextOpen');
  }

  ticket(eventId: string): Promise<Ticket | null> {
    return this.#query('ticket', { eventId });
  }

  currentHold(): Promise<CurrentHold | null> {
    return this.#query('currentHold');
  }
}

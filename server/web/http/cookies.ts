import { parse, serialize } from 'hono/utils/cookie';
import type { Flash } from '#shared/calls/flash.ts';
import type { ConsentAnswer } from '#shared/measuring/consent.ts';
import type { Sealer } from './sealing.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A manage link that is open in a browser. */
export interface OpenedLink {
  readonly booking: string;
  /** The booking's generation of links: each move and correction starts the next one. */
  readonly generation: number;
  /** In milliseconds. */
  readonly ends: number;
  /** Whether it was opened from an email, so that the visitor can read the mailbox. */
  readonly isMailed: boolean;
}

/** The booking that was last held here. */
export interface HeldHere {
  readonly booking: string;
  /** Whether the browser may open the visit once it is paid: no account has signed in or out here since. */
  readonly opensVisit: boolean;
}

interface Values {
  /** The token of the sign-in session. */
  readonly session: string;
  readonly hold: HeldHere;
  readonly links: readonly OpenedLink[];
  /** A notice for the next page, without anything typed: the page that answers a form has that. */
  readonly flash: Omit<Flash, 'fields' | 'values'>;
  /** The script of a page restored by Back reads it, too (`client/start/return.ts`). */
  readonly consent: ConsentAnswer;
}

type Name = keyof Values;

/** Default lifetime of a cookie, in milliseconds. */
export const LIFE_MS = {
  session: 7 * DAY_MS,
  /** Longer than a hold, so that the server recognizes a visitor who pays late. */
  hold: DAY_MS,
  links: DAY_MS,
  flash: 600_000,
  consent: 180 * DAY_MS,
} as const satisfies Record<Name, number>;

interface CookieSettings {
  /** Whether the site is reached over HTTPS. */
  readonly isSecure: boolean;
  /** The instant of the request, in milliseconds. */
  readonly now: number;
}

/** `1f2m3n4p.value`: the millisecond, in base 36, at which the cookie expires, and its value: a text, or JSON. */
const DATED = /^([0-9a-z]{1,10})\.(.*)$/s;

/** Most cookies of a request, as browsers store for a site. They are parsed before rate limits count, so with more all are ignored. */
const MOST_COOKIES = 180;

interface Dated {
  readonly text: string;
  /** In milliseconds. */
  readonly ends: number;
}

/**
 * The cookies of one request and the changes of its response: all signed, for the whole site, HttpOnly unless scripts read them. The
 * signature covers the expiry, so that a copied cookie expires at the same time.
 */
export class Cookies {
  /** The instant of the request, in milliseconds. */
  readonly now: number;
  readonly #sent: Readonly<Record<string, string>>;
  /** Cookies that this request has set; null for one that it deleted. */
  readonly #written = new Map<Name, Dated | null>();
  readonly #sealer: Sealer;
  readonly #isSecure: boolean;

  constructor(header: string | null | undefined, sealer: Sealer, { isSecure, now }: CookieSettings) {
    this.#sent = header && header.split(';', MOST_COOKIES + 1).length <= MOST_COOKIES ? parse(header) : {};
    this.#sealer = sealer;
    this.#isSecure = isSecure;
    this.now = now;
  }

  /** The value of a cookie, as sent or as set since; null when there is none, it was altered, or it has expired. */
  get<Each extends Name>(name: Each): Values[Each] | null {
    const text = this.#current(name)?.text;
    if (text === undefined) return null;
    return (/^[[{]/.test(text) ? JSON.parse(text) : text) as Values[Each];
  }

  /** When the cookie that `get` returns expires, in milliseconds. */
  endOf(name: Name): number | null {
    return this.#current(name)?.ends ?? null;
  }

  /** Whether the browser sent this cookie, valid and not expired. */
  wasSent(name: Name): boolean {
    return this.#read(name) !== null;
  }

  /** Whether the browser sent an unsigned cookie, as the page's script sets one. It proves nothing. */
  hasScriptCookie(name: string): boolean {
    return this.#sent[name] !== undefined;
  }

  /** Sets or replaces a cookie. `ends`: when it expires, in milliseconds. */
  set<Each extends Name>(name: Each, value: Values[Each], ends = this.now + LIFE_MS[name]): void {
    this.#written.set(name, { text: typeof value === 'string' ? value : JSON.stringify(value), ends });
  }

  delete(...names: readonly Name[]): void {
    for (const name of names) {
      if (this.#sent[this.#nameSent(name)] === undefined) this.#written.delete(name);
      else this.#written.set(name, null);
    }
  }

  /** One `Set-Cookie` header each. */
  get changes(): readonly string[] {
    return Array.from(this.#written, ([name, dated]) => {
      const signed = dated && this.#sealer.sign(`cookie:${name}`, `${dated.ends.toString(36)}.${dated.text}`);
      return serialize(this.#nameSent(name), signed ?? '', {
        path: '/',
        httpOnly: name !== 'consent',
        sameSite: 'Lax',
        secure: this.#isSecure,
        maxAge: dated ? (dated.ends - this.now) / 1000 : 0,
      });
    });
  }

  #current(name: Name): Dated | null {
    const written = this.#written.get(name);
    return written === undefined ? this.#read(name) : written;
  }

  #read(name: Name): Dated | null {
    const sent = this.#sent[this.#nameSent(name)];
    const signed = sent === undefined ? null : this.#sealer.verify(`cookie:${name}`, sent);
    const [, end = '', text = ''] = DATED.exec(signed ?? '') ?? [];
    const ends = parseInt(end, 36);
    return ends > this.now ? { text, ends } : null;
  }

  /** Over HTTPS, the `__Host-` prefix makes browsers accept the cookie from this host alone. */
  #nameSent(name: Name): string {
    return this.#isSecure ? `__Host-${name}` : name;
  }
}

/** Sends the changed cookies. The browser drops documents that it has prefetched, because they were rendered without the change. */
export function sendCookies(headers: Headers, { changes }: Pick<Cookies, 'changes'>): void {
  for (const cookie of changes) headers.append('set-cookie', cookie);
  if (changes.length > 0) headers.set('clear-site-data', '"prefetchCache"');
}

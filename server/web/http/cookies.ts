import { parse, serialize } from 'hono/utils/cookie';
import type { Flash } from '#shared/calls/flash.ts';
import type { ConsentAnswer } from '#shared/measuring/consent.ts';
import type { Sealer } from './sealing.ts';

const DAY_MS = 24 * 60 * 60_000;

export interface OpenedLink {
  readonly booking: string;
  /** Each move and correction of the booking starts the next generation of links. */
  readonly generation: number;
  readonly ends: number;
  /** Opened from an email, so the visitor can read the mailbox. */
  readonly isMailed: boolean;
}

export interface HeldHere {
  readonly booking: string;
  /** No account has signed in or out here since, so the visit opens once it is paid. */
  readonly opensVisit: boolean;
}

interface Values {
  readonly session: string;
  readonly hold: HeldHere;
  readonly links: readonly OpenedLink[];
  /** Without typed values, which the refused form's page has. */
  readonly flash: Omit<Flash, 'fields' | 'values'>;
  /** `client/start/return.ts` reads it, too. */
  readonly consent: ConsentAnswer;
}

type Name = keyof Values;

export const LIFE_MS = {
  session: 7 * DAY_MS,
  /** Longer than a hold, so that the server recognizes a visitor who pays late. */
  hold: DAY_MS,
  links: DAY_MS,
  flash: 600_000,
  consent: 180 * DAY_MS,
} as const satisfies Record<Name, number>;

interface CookieSettings {
  readonly isSecure: boolean;
  readonly now: number;
}

/** `1f2m3n4p.value`: expiry in base 36, and a text or JSON. */
const DATED = /^([0-9a-z]{1,10})\.(.*)$/s;

/** As many as browsers store for a site. Parsed before rate limits count, so more are all ignored. */
const MOST_COOKIES = 180;

interface Dated {
  readonly text: string;
  readonly ends: number;
}

/** Signed with its expiry, for the whole site, HttpOnly unless scripts read it. */
export class Cookies {
  readonly now: number;
  readonly #sent: Readonly<Record<string, string>>;
  /** Null for a deleted one. */
  readonly #written = new Map<Name, Dated | null>();
  readonly #sealer: Sealer;
  readonly #isSecure: boolean;

  constructor(header: string | null | undefined, sealer: Sealer, { isSecure, now }: CookieSettings) {
    this.#sent = header && header.split(';', MOST_COOKIES + 1).length <= MOST_COOKIES ? parse(header) : {};
    this.#sealer = sealer;
    this.#isSecure = isSecure;
    this.now = now;
  }

  get<Each extends Name>(name: Each): Values[Each] | null {
    const text = this.#current(name)?.text;
    if (text === undefined) return null;
    return (/^[[{]/.test(text) ? JSON.parse(text) : text) as Values[Each];
  }

  /** In milliseconds. */
  endOf(name: Name): number | null {
    return this.#current(name)?.ends ?? null;
  }

  wasSent(name: Name): boolean {
    return this.#read(name) !== null;
  }

  /** Set by a script and unsigned: it proves nothing. */
  hasScriptCookie(name: string): boolean {
    return this.#sent[name] !== undefined;
  }

  set<Each extends Name>(name: Each, value: Values[Each], ends = this.now + LIFE_MS[name]): void {
    this.#written.set(name, { text: typeof value === 'string' ? value : JSON.stringify(value), ends });
  }

  delete(...names: readonly Name[]): void {
    for (const name of names) {
      if (this.#sent[this.#nameSent(name)] === undefined) this.#written.delete(name);
      else this.#written.set(name, null);
    }
  }

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

  /** `__Host-`: browsers accept the cookie from this host alone. */
  #nameSent(name: Name): string {
    return this.#isSecure ? `__Host-${name}` : name;
  }
}

/** The browser drops prefetched documents, because they were rendered without the change. */
export function sendCookies(headers: Headers, { changes }: Pick<Cookies, 'changes'>): void {
  for (const cookie of changes) headers.append('set-cookie', cookie);
  if (changes.length > 0) headers.set('clear-site-data', '"prefetchCache"');
}

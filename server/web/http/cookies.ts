import { parse, serialize } from 'hono/utils/cookie';
import type { Sealer } from './sealing.ts';

export interface CookieLife {
  readonly maxAgeSeconds: number;
  /** Whether scripts can read it: it holds no secret. */
  readonly isReadable?: boolean;
}

interface CookieSettings {
  /** Whether the site is reached over HTTPS. */
  readonly isSecure: boolean;
  /** The instant of the request, in milliseconds. */
  readonly now: number;
}

/** `1f2m3n4p.value`: the millisecond, in base 36, at which the cookie expires, and its value. */
const DATED = /^([0-9a-z]{1,10})\.(.*)$/s;

/** Cookies of one request. Browsers keep about 180 for a site; parsing costs time by the cookie, and is done before limits count. */
const MOST = 180;

function isParsedSoon(header: string): boolean {
  let cookies = 1;
  for (let at = header.indexOf(';'); at >= 0 && cookies <= MOST; at = header.indexOf(';', at + 1)) cookies += 1;
  return cookies <= MOST;
}

interface Dated {
  readonly value: string;
  /** In milliseconds. */
  readonly ends: number;
}

/**
 * The cookies of one request and the changes of its response: all signed, for the whole site, HttpOnly unless scripts read them. The
 * signature covers the expiry, so that a copied cookie expires at the same time.
 */
export class Cookies {
  readonly #sent: Readonly<Record<string, string>>;
  readonly #changes = new Map<string, string>();
  /** What this request has set; null for a cookie that it deleted. */
  readonly #written = new Map<string, Dated | null>();
  readonly #sealer: Sealer;
  readonly #settings: CookieSettings;

  constructor(header: string | null | undefined, sealer: Sealer, settings: CookieSettings) {
    this.#sent = header && isParsedSoon(header) ? parse(header) : {};
    this.#sealer = sealer;
    this.#settings = settings;
  }

  /** The value of a cookie, as sent or as set since; null when there is none, it was altered, or it has expired. */
  get(name: string): string | null {
    return this.#current(name)?.value ?? null;
  }

  /** When the cookie that `get` returns expires, in milliseconds. */
  endOf(name: string): number | null {
    return this.#current(name)?.ends ?? null;
  }

  /** Whether the browser sent this cookie, valid and not expired. */
  wasSent(name: string): boolean {
    return this.#read(name) !== null;
  }

  /** Whether the browser sent a cookie that its script has set: anyone can set one, so it allows nothing. */
  hasOfScript(name: string): boolean {
    return this.#sent[name] !== undefined;
  }

  /** The instant of the request, in milliseconds. */
  get now(): number {
    return this.#settings.now;
  }

  set(name: string, value: string, { maxAgeSeconds, isReadable = false }: CookieLife): void {
    const ends = Math.round(this.#settings.now + maxAgeSeconds * 1000);
    this.#written.set(name, { value, ends });
    this.#write(name, this.#sealer.sign(`cookie:${name}`, `${ends.toString(36)}.${value}`), maxAgeSeconds, !isReadable);
  }

  delete(name: string): void {
    this.#written.set(name, null);
    if (this.#sent[this.#name(name)] !== undefined) this.#write(name, '', 0);
    else this.#changes.delete(name);
  }

  /** One `Set-Cookie` header each. */
  get changes(): readonly string[] {
    return [...this.#changes.values()];
  }

  #current(name: string): Dated | null {
    const written = this.#written.get(name);
    return written === undefined ? this.#read(name) : written;
  }

  #read(name: string): Dated | null {
    const sent = this.#sent[this.#name(name)];
    const signed = sent === undefined ? null : this.#sealer.verify(`cookie:${name}`, sent);
    const [, end = '', value = ''] = DATED.exec(signed ?? '') ?? [];
    const ends = parseInt(end, 36);
    return ends > this.#settings.now ? { value, ends } : null;
  }

  #write(name: string, value: string, maxAge: number, httpOnly = true): void {
    const attributes = { path: '/', httpOnly, sameSite: 'Lax', secure: this.#settings.isSecure, maxAge } as const;
    this.#changes.set(name, serialize(this.#name(name), value, attributes));
  }

  /** Over HTTPS the `__Host-` prefix makes browsers refuse the name from any other host or path. */
  #name(name: string): string {
    return this.#settings.isSecure ? `__Host-${name}` : name;
  }
}

/** Sends the changed cookies. Pages that the browser has fetched ahead are of the visitor as they were before, so it drops them. */
export function sendCookies(headers: Headers, { changes }: Pick<Cookies, 'changes'>): void {
  for (const cookie of changes) headers.append('set-cookie', cookie);
  if (changes.length > 0) headers.set('clear-site-data', '"prefetchCache"');
}

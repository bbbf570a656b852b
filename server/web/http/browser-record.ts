/**
 * The browser's short-lived state: one encrypted record, split over as many cookies as it needs. Each entry ends a set time after
 * it was written, however often it is read, and the cookies end with the last entry.
 */
import type { Flash } from '#shared/calls/flash.ts';
import type { Cookies } from './cookies.ts';
import { openJson, sealJson } from './sealed-json.ts';
import type { Sealer } from './sealing.ts';

const PURPOSE = 'browser';
/** Browsers accept 4,096 bytes a cookie, name and attributes included; the server accepts 16 KB of headers in all. */
const PART = 3500;
const MOST_PARTS = 3;

const NAMES = Array.from({ length: MOST_PARTS }, (_, index) => `browser${index}`);

const DAY = 24 * 60 * 60;

/** Lifetimes of entries in seconds. */
export const LIFE = {
  /** Longer than the hold, so that a visitor who pays late is recognized, too. */
  hold: DAY,
  links: DAY,
  flash: 600,
  form: 600,
} as const satisfies Record<keyof Entries, number>;

/** A manage link that is open in a browser. */
export interface OpenedLink {
  readonly booking: string;
  /** Number of links that the booking had before. */
  readonly generation: number;
  /** In milliseconds. */
  readonly ends: number;
  /** Whether the link was opened from an email here: the visitor can then read the mailbox. */
  readonly isMailed: boolean;
}

/** A form that waits for an account to sign in again. */
export interface WaitingForm {
  /** Stands for the account; it is not the account's id. */
  readonly waitsFor: string;
  readonly page: string;
  readonly values: Flash['values'];
}

/** The booking that was last held here. */
export interface HeldHere {
  readonly booking: string;
  /** Whether no account has been signed in or out here since: then the visit is open here once it is paid. */
  readonly opensVisit: boolean;
}

interface Entries {
  readonly hold: HeldHere;
  readonly links: readonly OpenedLink[];
  /** What the next page shows. */
  readonly flash: Flash;
  readonly form: WaitingForm;
}

type Name = keyof Entries;

interface Entry<Value> {
  readonly value: Value;
  /** In milliseconds. */
  readonly ends: number;
}

type Content = { readonly [Each in Name]?: Entry<Entries[Each]> };

export class BrowserRecord {
  readonly #cookies: Cookies;
  readonly #sealer: Sealer;
  #content: Content | undefined;

  constructor(cookies: Cookies, sealer: Sealer) {
    this.#cookies = cookies;
    this.#sealer = sealer;
  }

  /** The instant of the request, in milliseconds. */
  get now(): number {
    return this.#cookies.now;
  }

  /** An entry that has not expired; null for none. */
  get<Each extends Name>(name: Each): Entries[Each] | null {
    return this.#entry(name)?.value ?? null;
  }

  /** When the entry that `get` returns expires, in milliseconds. */
  endOf(name: Name): number | null {
    return this.#entry(name)?.ends ?? null;
  }

  /** Replaces an entry. Returns false, and changes nothing, when the record has no room for it. */
  put<Each extends Name>(name: Each, value: Entries[Each]): boolean {
    return this.#write({ ...this.#read(), [name]: { value, ends: this.now + LIFE[name] * 1000 } });
  }

  /** Changes an entry, which ends when it would have. */
  change<Each extends Name>(name: Each, change: (value: Entries[Each]) => Entries[Each]): void {
    const entry = this.#entry(name);
    if (entry) this.#write({ ...this.#read(), [name]: { value: change(entry.value), ends: entry.ends } });
  }

  forget(...names: readonly Name[]): void {
    const content = { ...this.#read() };
    const known = names.filter((name) => content[name] !== undefined);
    for (const name of known) delete content[name];
    if (known.length > 0) this.#write(content);
  }

  /** Removes every entry except those in `except`: another person may use this browser from now on. */
  wipe({ except }: { readonly except: readonly Name[] }): void {
    this.forget(...(Object.keys(LIFE) as Name[]).filter((name) => !except.includes(name)));
  }

  #entry<Each extends Name>(name: Each): Content[Each] | null {
    const entry = this.#read()[name];
    return entry && entry.ends > this.now ? entry : null;
  }

  #read(): Content {
    this.#content ??= (openJson(this.#sealer, PURPOSE, this.#sent) as Content | null) ?? {};
    return this.#content;
  }

  get #sent(): string {
    return NAMES.map((name) => this.#cookies.get(name) ?? '').join('');
  }

  #write(content: Content): boolean {
    const entries = Object.entries(content).filter(([, { ends }]) => ends > this.now);
    const text = entries.length === 0 ? '' : sealJson(this.#sealer, PURPOSE, Object.fromEntries(entries));
    if (text === null || text.length > MOST_PARTS * PART) return false;
    const last = Math.max(...entries.map(([, { ends }]) => ends));
    for (const [index, name] of NAMES.entries()) {
      const part = text.slice(index * PART, (index + 1) * PART);
      if (part === '') this.#cookies.delete(name);
      else this.#cookies.set(name, part, { maxAgeSeconds: Math.ceil((last - this.now) / 1000) });
    }
    this.#content = Object.fromEntries(entries);
    return true;
  }
}

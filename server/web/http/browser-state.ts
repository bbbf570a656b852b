/**
 * What a visitor of this browser is in the middle of: a signed cookie for each entry. An entry ends a set time after it was written,
 * however often it is read.
 */
import type { Flash } from '#shared/calls/flash.ts';
import type { Cookies } from './cookies.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Lifetimes of entries in milliseconds. */
export const LIFE_MS = {
  /** Longer than the hold, so that a visitor who pays late is recognized, too. */
  hold: DAY_MS,
  links: DAY_MS,
  flash: 600_000,
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

/** The booking that was last held here. */
export interface HeldHere {
  readonly booking: string;
  /** Whether no account has been signed in or out here since: then the visit is open here once it is paid. */
  readonly opensVisit: boolean;
}

interface Entries {
  readonly hold: HeldHere;
  readonly links: readonly OpenedLink[];
  /** One notice for the next page. Nothing that a visitor typed: that stays in the page that answers the form. */
  readonly flash: Omit<Flash, 'fields' | 'values'>;
}

type Name = keyof Entries;

export class BrowserState {
  readonly #cookies: Cookies;

  constructor(cookies: Cookies) {
    this.#cookies = cookies;
  }

  /** The instant of the request, in milliseconds. */
  get now(): number {
    return this.#cookies.now;
  }

  /** An entry that has not expired; null for none. */
  get<Each extends Name>(name: Each): Entries[Each] | null {
    const text = this.#cookies.get(name);
    return text === null ? null : (JSON.parse(text) as Entries[Each]);
  }

  /** When the entry that `get` returns expires, in milliseconds. */
  endOf(name: Name): number | null {
    return this.#cookies.endOf(name);
  }

  /** Replaces an entry. `ends`: when it expires, in milliseconds. */
  put<Each extends Name>(name: Each, value: Entries[Each], ends = this.now + LIFE_MS[name]): void {
    this.#cookies.set(name, JSON.stringify(value), { maxAgeSeconds: (ends - this.now) / 1000 });
  }

  forget(...names: readonly Name[]): void {
    for (const name of names) this.#cookies.delete(name);
  }
}

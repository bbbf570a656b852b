import type { Clock } from '../clock.ts';

/** For how long, in milliseconds, the clock must report that an instant has passed. */
const LASTING_MS = 60 * 60_000;

/** The shortest time, in milliseconds, between two looks that are remembered. */
const REMEMBERED_MS = 60_000;

/**
 * Tells which instants the clock has reported as past at every look for an hour. What can't be undone must not follow from a clock
 * that is ahead for a while. A restart begins the hour again.
 */
export class ConfirmedClock {
  readonly #clock: Clock;
  /** What the clock said, and when in elapsed time: the last look that is an hour old, and later ones. */
  #looks: { readonly now: number; readonly elapsed: number }[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The latest confirmed instant, in milliseconds; null in the first hour. */
  look(): number | null {
    const look = { now: this.#clock.now(), elapsed: this.#clock.elapsed() };
    const last = this.#looks.at(-1);
    if (!last || look.now < last.now || look.elapsed - last.elapsed >= REMEMBERED_MS) this.#looks.push(look);
    const first = this.#looks.findLastIndex(({ elapsed }) => look.elapsed - elapsed >= LASTING_MS);
    if (first === -1) return null;
    this.#looks = this.#looks.slice(first);
    return Math.min(...this.#looks.map(({ now }) => now));
  }
}

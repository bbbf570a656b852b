import type { Clock } from '../clock.ts';

/** For how long, in milliseconds, the clock must report that an instant has passed. */
const LASTING_MS = 60 * 60_000;

const DAY_MS = 24 * 60 * 60_000;

/**
 * Tells when a new day has begun, by UTC, for what is done once a day and cannot be undone: the clock must have reported it as begun
 * at every look for an hour. `ConfirmedPast` is for things that each have an instant of their own. A restart begins the hour anew.
 */
export class ConfirmedDay {
  readonly #clock: Clock;
  /** What the clock said, and when in elapsed time: the last look that is an hour old, and all since. */
  #looks: { readonly now: number; readonly elapsed: number }[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Looks at the clock. Returns the start of the day, in milliseconds; null until it was looked at for an hour. */
  look(): number | null {
    const elapsed = this.#clock.elapsed();
    this.#looks.push({ now: this.#clock.now(), elapsed });
    const first = this.#looks.findLastIndex((look) => elapsed - look.elapsed >= LASTING_MS);
    if (first === -1) return null;
    this.#looks = this.#looks.slice(first);
    const least = Math.min(...this.#looks.map(({ now }) => now));
    return Math.floor(least / DAY_MS) * DAY_MS;
  }
}

/**
 * Tracks instants that the clock has reported as past for a whole hour, at every check. What follows from them cannot be undone,
 * and must not follow from a clock that is temporarily far ahead. A restart begins the hour anew.
 */
export class ConfirmedPast {
  readonly #clock: Clock;
  /** Since when each thing's instant has been past, in elapsed time. */
  readonly #since = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds until a thing's instant has been past for an hour; 0 once it has. */
  remaining(thing: string, at: number): number {
    const now = this.#clock.now();
    if (now < at) {
      this.#since.delete(thing);
      return at - now + LASTING_MS;
    }
    const elapsed = this.#clock.elapsed();
    const since = this.#since.get(thing) ?? elapsed;
    this.#since.set(thing, since);
    return Math.max(0, since + LASTING_MS - elapsed);
  }

  /** Forgets a thing that is done. */
  forget(thing: string): void {
    this.#since.delete(thing);
  }
}

import type { Clock } from '../clock.ts';

/** For how long, in milliseconds, the clock must report that an instant has passed. */
const LASTING_MS = 60 * 60_000;

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

import type { Clock } from '../clock.ts';

/** How long, in milliseconds, the clock must have reported an instant as past. */
const CONFIRMED_AFTER_MS = 60 * 60_000;

/** The shortest time, in milliseconds, between two samples that are kept. */
const SAMPLE_INTERVAL_MS = 60_000;

/**
 * Finds the instants that the clock has reported as past for a whole hour, because an irreversible effect must not follow from a
 * clock that is ahead for a while. A restart begins the hour again.
 */
export class ConfirmedClock {
  readonly #clock: Clock;
  /** What the clock said, and when in monotonic time: the last sample that is an hour old, and later ones. */
  #samples: { readonly now: number; readonly elapsed: number }[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Reads the clock. Returns the latest confirmed instant, in milliseconds; null in the first hour. */
  readConfirmed(): number | null {
    const sample = { now: this.#clock.now(), elapsed: this.#clock.elapsed() };
    const last = this.#samples.at(-1);
    if (!last || sample.now < last.now || sample.elapsed - last.elapsed >= SAMPLE_INTERVAL_MS)
      this.#samples.push(sample);
    const first = this.#samples.findLastIndex(({ elapsed }) => sample.elapsed - elapsed >= CONFIRMED_AFTER_MS);
    if (first === -1) return null;
    this.#samples = this.#samples.slice(first);
    return Math.min(...this.#samples.map(({ now }) => now));
  }
}

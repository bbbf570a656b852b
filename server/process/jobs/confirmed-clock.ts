import type { Clock } from '../clock.ts';

const CONFIRMED_AFTER_MS = 60 * 60_000;

const SAMPLE_INTERVAL_MS = 60_000;

/**
 * Reports an instant as past after the clock has said so for an hour, so that a clock that is ahead causes nothing irreversible.
 */
export class ConfirmedClock {
  readonly #clock: Clock;
  #samples: { readonly now: number; readonly elapsed: number }[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The latest confirmed instant; null in the first hour after a restart. */
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

import { backoff } from './backoff.ts';

/**
 * Failures without a success in between. A few failing lanes may be at fault themselves; more of them mean that an outside
 * service is down, which then gets ever longer pauses with one attempt after each.
 */
export class FailureRun {
  readonly #most: number;
  readonly #longestPauseMs: number;
  readonly #lanes = new Set<string>();
  #pauses = 0;
  #until = 0;

  /** Pauses start when `most` lanes have failed; the longest pause is in milliseconds. */
  constructor({ most, longestPauseMs }: { readonly most: number; readonly longestPauseMs: number }) {
    this.#most = most;
    this.#longestPauseMs = longestPauseMs;
  }

  /** Counts a failure. `now` is monotonic. */
  add(lane: string, now: number): void {
    if (this.#lanes.size < this.#most) this.#lanes.add(lane);
    if (this.#lanes.size < this.#most) return;
    this.#pauses += 1;
    this.#until = now + Math.min(this.#longestPauseMs, backoff(this.#pauses));
  }

  /** Records a success. */
  end(): void {
    this.#lanes.clear();
    this.#pauses = 0;
    this.#until = 0;
  }

  /** Whether it has caused a pause. */
  get hasPaused(): boolean {
    return this.#pauses > 0;
  }

  /** Milliseconds left of the pause. */
  left(now: number): number {
    return Math.max(0, this.#until - now);
  }
}

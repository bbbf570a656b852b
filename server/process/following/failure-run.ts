import { backoff } from './backoff.ts';

/**
 * Failures with no success between them. A few lanes that fail say something about themselves; more of them say that an outside
 * service is down, and it is then left alone, ever longer, with one attempt after each pause.
 */
export class FailureRun {
  readonly #most: number;
  readonly #longestPauseMs: number;
  readonly #lanes = new Set<string>();
  #pauses = 0;
  #until = 0;

  /** From so many lanes on (`most`) there are pauses, of so many milliseconds at the longest. */
  constructor({ most, longestPauseMs }: { readonly most: number; readonly longestPauseMs: number }) {
    this.#most = most;
    this.#longestPauseMs = longestPauseMs;
  }

  /** Takes a failure into account. `now` only goes forward. */
  add(lane: string, now: number): void {
    if (this.#lanes.size < this.#most) this.#lanes.add(lane);
    if (this.#lanes.size < this.#most) return;
    this.#pauses += 1;
    this.#until = now + Math.min(this.#longestPauseMs, backoff(this.#pauses));
  }

  /** Something succeeded. */
  end(): void {
    this.#lanes.clear();
    this.#pauses = 0;
    this.#until = 0;
  }

  /** Milliseconds that are left of the pause. */
  left(now: number): number {
    return Math.max(0, this.#until - now);
  }
}

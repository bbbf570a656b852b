import { backoff } from './backoff.ts';

interface CircuitBreakerOptions {
  /** Opens once jobs with this many order keys have failed in a row. */
  readonly failingKeys: number;
  readonly longestPauseMs: number;
}

/** While an outside service is down, the pauses between single attempts grow. */
export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  readonly #failing = new Set<string>();
  #pauses = 0;
  #pausedUntil = 0;

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
  }

  /** `afterMs`: how long the service asks to wait. */
  recordFailure(orderKey: string, elapsed: number, afterMs = 0): void {
    const { failingKeys, longestPauseMs } = this.#options;
    if (this.#failing.size < failingKeys) this.#failing.add(orderKey);
    if (this.#failing.size < failingKeys) return;
    this.#pauses += 1;
    this.#pausedUntil = elapsed + Math.max(afterMs, Math.min(longestPauseMs, backoff(this.#pauses)));
  }

  /** A pause goes on, because the success may be of a job that began before it. */
  recordSuccess(): void {
    this.#failing.clear();
    this.#pauses = 0;
  }

  get isOpen(): boolean {
    return this.#pauses > 0;
  }

  isPaused(elapsed: number): boolean {
    return elapsed < this.#pausedUntil;
  }
}

import { Refused } from '../rpc/refused.ts';

/** Of passwords: two at a time are as many as a small machine has processors, and sixteen wait half a second at most. */
export const HASHING_LIMITS = { atOnce: 2, longest: 16 };

/**
 * Hashing a password costs time and memory on purpose; this keeps strangers from spending ours. A few at a time, some more in
 * a line, and whoever comes then is refused `busy`.
 */
export class HashingQueue {
  readonly #atOnce: number;
  readonly #longest: number;
  readonly #line: (() => void)[] = [];
  #running = 0;

  constructor({ atOnce, longest }: { readonly atOnce: number; readonly longest: number }) {
    this.#atOnce = atOnce;
    this.#longest = longest;
  }

  /** Whether whoever comes now is refused. */
  get isFull(): boolean {
    return this.#running >= this.#atOnce && this.#line.length >= this.#longest;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#turn();
    try {
      return await work();
    } finally {
      const next = this.#line.shift();
      // The place goes to the next in line, who counts as running from here on.
      if (next) next();
      else this.#running -= 1;
    }
  }

  async #turn(): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running += 1;
      return;
    }
    if (this.isFull) throw new Refused('busy');
    await new Promise<void>((resolve) => this.#line.push(resolve));
  }
}

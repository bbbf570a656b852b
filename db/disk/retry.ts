/** The longest pause between attempts, in milliseconds. */
const LONGEST_MS = 15 * 60_000;

/** Repeats a failed step with exponential backoff, one step at a time. */
export class Retry {
  #times = 0;
  #timer: NodeJS.Timeout | null = null;

  /**
   * Runs a step after the next pause, unless another is waiting already. The first pause takes this many milliseconds, each later one
   * twice as many as the one before.
   */
  later(firstMs: number, step: () => void): void {
    if (this.#timer) return;
    const pause = Math.min(LONGEST_MS, firstMs * 2 ** this.#times);
    this.#times += 1;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      step();
    }, pause).unref();
  }

  /** Resets the next pause to the shortest. */
  reset(): void {
    this.#times = 0;
  }

  cancel(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

/** Holds queries back until it is opened. */
export class Gate {
  readonly #waiting = new Set<() => void>();
  /** When the first has begun to wait since it was opened. */
  #heldSince: number | null = null;

  /**
   * Resolves when it is opened, or this many milliseconds after the first has begun to wait since it was opened last: several queries of a page do
   * not wait one after another for what the first has waited for in vain.
   */
  wait(ms: number): Promise<void> {
    this.#heldSince ??= performance.now();
    const left = Math.max(0, this.#heldSince + ms - performance.now());
    return new Promise((resolve) => {
      const pass = () => {
        clearTimeout(timer);
        this.#waiting.delete(pass);
        resolve();
      };
      const timer = setTimeout(pass, left).unref();
      this.#waiting.add(pass);
    });
  }

  open(): void {
    this.#heldSince = null;
    for (const pass of this.#waiting) pass();
  }
}

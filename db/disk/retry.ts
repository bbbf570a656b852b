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

  /** Resolves when it is opened, or after this many milliseconds. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const pass = () => {
        clearTimeout(timer);
        this.#waiting.delete(pass);
        resolve();
      };
      const timer = setTimeout(pass, ms).unref();
      this.#waiting.add(pass);
    });
  }

  open(): void {
    for (const pass of this.#waiting) pass();
  }
}

/** The pauses before something is tried again, in milliseconds: they double. */
const FIRST_MS = 1000;
const LONGEST_MS = 15 * 60_000;

/** Tries something again after a pause, one thing at a time, each time after a longer one. */
export class Retry {
  #times = 0;
  #timer: NodeJS.Timeout | null = null;

  /** Does something after the next pause, unless something waits for that already. */
  later(step: () => void): void {
    if (this.#timer) return;
    const pause = Math.min(LONGEST_MS, FIRST_MS * 2 ** this.#times);
    this.#times += 1;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      step();
    }, pause).unref();
  }

  /** The next pause is the shortest again. */
  reset(): void {
    this.#times = 0;
  }

  cancel(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

/** Queries wait at it until it is opened. */
export class Gate {
  readonly #waiting = new Set<() => void>();

  /** Resolves when it is opened, after so many milliseconds at the latest. */
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

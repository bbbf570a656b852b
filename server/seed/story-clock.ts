import type { Clock } from '../process/clock.ts';

/** The clock of a story: it stands still during a step, and is set to the next. No code waits for it. */
export class StoryClock implements Clock {
  readonly #start: number;
  #now: number;

  constructor(start: number) {
    this.#start = start;
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#now - this.#start;
  }

  wait(): Promise<void> {
    return Promise.resolve();
  }

  /** Moves the clock to an instant; it never goes back. */
  moveTo(at: number): void {
    this.#now = Math.max(this.#now, at);
  }
}

import type { Clock } from '#server/process/clock.ts';
import { isDatabaseBusy, quiet } from '../db/quiet.ts';

/** A clock that the test moves, which wakes all waiting callers. */
export class HandClock implements Clock {
  readonly #waiting = new Set<() => void>();
  #watchers: (() => void)[] = [];
  #now: number;
  #elapsed = 0;

  constructor(now: number) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#elapsed;
  }

  wait(ms: number, signal: AbortSignal): Promise<void> {
    if (ms <= 0 || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        signal.removeEventListener('abort', done);
        this.#waiting.delete(done);
        resolve();
      };
      signal.addEventListener('abort', done);
      this.#waiting.add(done);
      for (const watcher of this.#watchers.splice(0)) watcher();
    });
  }

  advance(ms: number): void {
    this.#now += ms;
    this.#elapsed += ms;
    this.#wake();
    // Who waits for PostgreSQL's answer comes to wait for the clock only after it.
    if (isDatabaseBusy()) void quiet().then(() => this.#wake());
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
  }

  /** Sets the machine's clock back: no time has passed, and no timer ends. */
  setBack(ms: number): void {
    this.#now -= ms;
  }

  /** Resolves when a caller waits for the clock, so that its earlier work is done. */
  async idle(): Promise<void> {
    do {
      if (this.#waiting.size === 0) await new Promise<void>((resolve) => this.#watchers.push(resolve));
      if (isDatabaseBusy()) await quiet();
    } while (this.#waiting.size === 0);
  }
}

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { FatalError, wrapFileErrors } from '#db/fatal-error.ts';

export interface Clock {
  /** Milliseconds since the epoch. Jumps if the machine's clock is set. */
  now(): number;
  /** Monotonic, in milliseconds. */
  elapsed(): number;
  /** Resolves sooner if the clock was moved or the signal aborted. Never rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** The longest pause, because the machine's clock may be set meanwhile. */
const CHECK_INTERVAL_MS = 60_000;

export function msUntilCheck(clock: Clock, at: number): number {
  return Math.min(Math.max(at - clock.now(), 0), CHECK_INTERVAL_MS);
}

export async function waitFor(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  const end = clock.elapsed() + ms;
  while (clock.elapsed() < end && !signal.aborted) await clock.wait(end - clock.elapsed(), signal);
}

const LONGEST_TIMER = 2 ** 31 - 1;

function timer(ms: number, signal: AbortSignal, extra: Set<() => void> | null): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timeout);
      signal.removeEventListener('abort', done);
      extra?.delete(done);
      resolve();
    };
    const timeout = setTimeout(done, Math.min(Math.max(ms, 0), LONGEST_TIMER));
    signal.addEventListener('abort', done);
    extra?.add(done);
  });
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  wait: (ms, signal) => timer(ms, signal, null),
};

/** Can be moved ahead, to try out deadlines. Its offset is stored, so that a restart does not turn time back. */
export class MovableClock implements Clock {
  readonly #file: string;
  readonly #waiting = new Set<() => void>();
  #offset: number;
  #skipped = 0;

  constructor(file: string) {
    this.#file = file;
    this.#offset = readOffset(file);
  }

  get offset(): number {
    return this.#offset;
  }

  now(): number {
    return Date.now() + this.#offset;
  }

  elapsed(): number {
    return performance.now() + this.#skipped;
  }

  wait(ms: number, signal: AbortSignal): Promise<void> {
    return timer(ms, signal, this.#waiting);
  }

  advance(ms: number): void {
    const offset = this.#offset + ms;
    writeFileSync(this.#file, JSON.stringify({ offset }), { mode: 0o600 });
    this.#move(offset);
  }

  reset(): void {
    rmSync(this.#file, { force: true });
    this.#move(0);
  }

  #move(offset: number): void {
    this.#skipped += Math.max(0, offset - this.#offset);
    this.#offset = offset;
    for (const wake of this.#waiting) wake();
  }
}

/** Throws `FatalError` for an unreadable file, because a clock that goes back would revive lapsed holds. */
function readOffset(file: string): number {
  const advice = "Remove it to go back to the machine's own time.";
  const offset = wrapFileErrors(file, advice, () => (existsSync(file) ? offsetIn(readFileSync(file, 'utf8')) : 0));
  if (offset !== null) return offset;
  throw new FatalError(`${file} contains no clock offset. ${advice}`);
}

export const LARGEST_OFFSET = 100 * 366 * 24 * 60 * 60_000;

function offsetIn(text: string): number | null {
  try {
    const { offset } = JSON.parse(text) as { offset?: unknown };
    return Number.isSafeInteger(offset) && Math.abs(offset as number) <= LARGEST_OFFSET ? (offset as number) : null;
  } catch {
    return null;
  }
}

const CONFIRMED_AFTER_MS = 60 * 60_000;

const SAMPLE_INTERVAL_MS = 60_000;

/**
 * Confirms an instant after the clock has been past it for an hour, because a clock that is ahead must cause nothing
 * irreversible.
 */
export class ConfirmedClock {
  readonly #clock: Clock;
  #samples: { readonly now: number; readonly elapsed: number }[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Null in the first hour after a restart. */
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

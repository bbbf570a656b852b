import { existsSync, readFileSync, rmSync } from 'node:fs';
import { FatalError, wrapFileErrors } from '#db/fatal-error.ts';
import { writeDurably } from './durable-file.ts';

/** The business's clock. All code that needs the time uses it. */
export interface Clock {
  /** The instant, in milliseconds since the epoch. Jumps, also backwards, when the machine's clock is set. */
  now(): number;
  /** Monotonic clock in milliseconds, for measuring durations. */
  elapsed(): number;
  /** Resolves after this many milliseconds, or sooner: when a movable clock was moved, or the signal aborted. Never rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** How often `now()` is read while waiting for an instant, in milliseconds, because the clock may be set meanwhile. */
const CHECK_INTERVAL_MS = 60_000;

/** How long to wait, in milliseconds, before checking again whether an instant has come. */
export function msUntilCheck(clock: Clock, at: number): number {
  return Math.min(Math.max(at - clock.now(), 0), CHECK_INTERVAL_MS);
}

/** Resolves once this many milliseconds have passed, or the signal aborted. */
export async function waitFor(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  const end = clock.elapsed() + ms;
  while (clock.elapsed() < end && !signal.aborted) await clock.wait(end - clock.elapsed(), signal);
}

/** Longest delay of a timer; a longer one fires at once. */
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

/**
 * A clock that can be moved ahead, for trying out deadlines and holds that lapse. Its offset is stored in a
 * file, so that a restart does not turn time back.
 */
export class MovableClock implements Clock {
  readonly #file: string;
  readonly #waiting = new Set<() => void>();
  #offset: number;
  /** Milliseconds by which it was moved ahead since it was opened. */
  #skipped = 0;

  constructor(file: string) {
    this.#file = file;
    this.#offset = readOffset(file);
  }

  /** Milliseconds by which it is ahead of the machine's clock. */
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
    writeDurably(this.#file, JSON.stringify({ offset }));
    this.#move(offset);
  }

  /** Resets to the machine's time. */
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

/**
 * Reads the stored offset. Throws `FatalError` for an unreadable file: a clock that silently went back would revive lapsed
 * holds.
 */
function readOffset(file: string): number {
  const advice = "Remove it to go back to the machine's own time.";
  const offset = wrapFileErrors(file, advice, () => (existsSync(file) ? offsetIn(readFileSync(file, 'utf8')) : 0));
  if (offset !== null) return offset;
  throw new FatalError(`${file} contains no clock offset. ${advice}`);
}

/** A hundred years, in milliseconds: far more than needed, and every resulting date can be written. */
export const LARGEST_OFFSET = 100 * 366 * 24 * 60 * 60_000;

function offsetIn(text: string): number | null {
  try {
    const { offset } = JSON.parse(text) as { offset?: unknown };
    return Number.isSafeInteger(offset) && Math.abs(offset as number) <= LARGEST_OFFSET ? (offset as number) : null;
  } catch {
    return null;
  }
}

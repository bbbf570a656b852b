import { existsSync, readFileSync, rmSync } from 'node:fs';
import { StartFailure, forStart } from '#db/disk/start-failure.ts';
import { writeDurably } from '#db/disk/durable-file.ts';

/** The business's time. Everything that asks what time it is asks here. */
export interface Clock {
  /** The instant, in milliseconds since the epoch. Jumps, back as well, when the machine's clock is set. */
  now(): number;
  /** Milliseconds that have passed since some moment. Only goes forward: measures how long something lasts. */
  elapsed(): number;
  /** Resolves after so many milliseconds, or sooner: when a movable clock was moved, or the signal fired. Never rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** The longest that an instant is waited for, in milliseconds, before `now()` is asked again: the clock may have been set. */
const LONGEST_LOOK_AWAY_MS = 60_000;

/** How long to wait, in milliseconds, before looking whether an instant has come. */
export function untilLook(clock: Clock, at: number): number {
  return untilNextLook(at - clock.now());
}

/** The same for what is so many milliseconds away. */
export function untilNextLook(ms: number): number {
  return Math.min(Math.max(ms, 0), LONGEST_LOOK_AWAY_MS);
}

/** Resolves once so many milliseconds have passed, or the signal fired. */
export async function waitFor(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  const end = clock.elapsed() + ms;
  while (clock.elapsed() < end && !signal.aborted) await clock.wait(end - clock.elapsed(), signal);
}

/** Longest delay that a timer takes; it fires at once beyond. */
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
 * A clock that can be moved ahead, for trying out what only time brings about: holds that lapse, deadlines that pass. Its
 * offset is kept in a file, so that a restart does not turn time back.
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

  /** Back to the machine's time. */
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

/** Throws `StartFailure` for a file that says nothing: a clock that silently went back would let holds live again. */
function readOffset(file: string): number {
  const advice = "Remove it to go back to the machine's own time.";
  const offset = forStart(file, advice, () => (existsSync(file) ? offsetIn(readFileSync(file, 'utf8')) : 0));
  if (offset !== null) return offset;
  throw new StartFailure(`${file} holds no clock offset. ${advice}`);
}

/** A hundred years, in milliseconds: far beyond what is tried out, and every date that follows can be written. */
export const LARGEST_OFFSET = 100 * 366 * 24 * 60 * 60_000;

function offsetIn(text: string): number | null {
  try {
    const { offset } = JSON.parse(text) as { offset?: unknown };
    return Number.isSafeInteger(offset) && Math.abs(offset as number) <= LARGEST_OFFSET ? (offset as number) : null;
  } catch {
    return null;
  }
}

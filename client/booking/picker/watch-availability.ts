import type { AvailabilityChange } from '#shared/managed-booking.ts';
import { RpcError } from '#shared/rpc-error.ts';

/** A line that still stands says so every 15 s: after so much silence it is held for dead. */
const SILENCE_MS = 45_000;

/** Before a line is opened anew; doubles with each that brought nothing. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/** Between two looks of those for whom there is no line. */
const LOOK_PAUSE_MS = 15_000;

export interface Watch {
  readonly open: (signal: AbortSignal) => Promise<AsyncIterable<AvailabilityChange>>;
  /** All days as they are now, for when there is no line left. */
  readonly look: (signal: AbortSignal) => Promise<AvailabilityChange>;
  /** Told of every line, also of one that only says that it still stands. */
  readonly onChange: (change: AvailabilityChange) => void;
  /** Resolves after so many milliseconds, or when the signal fires. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Tells of every change for as long as the signal does not fire. A line that drops, or goes silent, is opened anew; while the
 * server has none to give, it is asked now and then how things stand.
 */
export async function watchAvailability(
  { open, look, onChange, wait = delay }: Watch,
  signal: AbortSignal,
): Promise<void> {
  for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const line = new AbortController();
    const end = () => line.abort();
    signal.addEventListener('abort', end);
    let silence = setTimeout(end, SILENCE_MS);
    try {
      for await (const change of await open(line.signal)) {
        if (signal.aborted) return;
        clearTimeout(silence);
        silence = setTimeout(end, SILENCE_MS);
        pause = FIRST_PAUSE_MS;
        onChange(change);
      }
    } catch (error) {
      const change = isTurnedAway(error) && !signal.aborted ? await look(signal).catch(() => null) : null;
      // Without an answer what is on show may be out of date, as on a page without script: sending the form tells.
      if (change && !signal.aborted) onChange(change);
      if (change) pause = LOOK_PAUSE_MS;
    } finally {
      clearTimeout(silence);
      signal.removeEventListener('abort', end);
    }
    // All who look at the same time do not come back at the same time.
    if (!signal.aborted) await wait(pause * (0.75 + Math.random() / 2), signal);
  }
}

function isTurnedAway(error: unknown): boolean {
  return error instanceof RpcError && error.refusal === 'busy';
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}

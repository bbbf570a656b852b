import type { DayAvailability } from '#shared/availability.ts';
import type { AvailabilityChange } from '#shared/managed-booking.ts';

/** A line that still stands says so every 15 s: after so much silence it is held for dead. */
const SILENCE_MS = 45_000;

/** Before a line is opened anew; doubles with each that brought nothing. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

export interface Watch {
  readonly open: (signal: AbortSignal) => Promise<AsyncIterable<AvailabilityChange>>;
  readonly onDays: (days: readonly DayAvailability[]) => void;
  /** Resolves after so many milliseconds, or when the signal fires. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Tells of every change for as long as the signal does not fire. A line that drops, or goes silent, is opened anew. */
export async function watchAvailability({ open, onDays, wait = delay }: Watch, signal: AbortSignal): Promise<void> {
  for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const line = new AbortController();
    const end = () => line.abort();
    signal.addEventListener('abort', end);
    let silence = setTimeout(end, SILENCE_MS);
    try {
      for await (const { days } of await open(line.signal)) {
        if (signal.aborted) return;
        clearTimeout(silence);
        silence = setTimeout(end, SILENCE_MS);
        pause = FIRST_PAUSE_MS;
        if (days.length > 0) onDays(days);
      }
    } catch {
      // What is on show may be out of date, as on a page without a line: sending the form tells.
    } finally {
      clearTimeout(silence);
      signal.removeEventListener('abort', end);
    }
    // All who look at the same time do not come back at the same time.
    if (!signal.aborted) await wait(pause * (0.75 + Math.random() / 2), signal);
  }
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

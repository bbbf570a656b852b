import { useEffect, useEffectEvent } from 'react';
import { RpcError } from '#shared/calls/rpc-error.ts';

/** While the page is visible: not in a hidden tab, and not in the bfcache. Another source opens another stream. */
export function useWatch<Change>(watch: Watch<Change>, source: string, isOn: boolean): void {
  const latest = useEffectEvent((_source: string) => watch);
  useEffect(() => {
    if (!isOn) return;
    let watching: AbortController | null = null;
    const stop = () => {
      watching?.abort();
      watching = null;
    };
    const current: Watch<Change> = {
      open: (signal) => latest(source).open(signal),
      look: async (signal) => latest(source).look?.(signal) ?? null,
      onChange: (change) => latest(source).onChange(change),
      onFailure: (error) => latest(source).onFailure?.(error) ?? false,
    };
    const follow = () => {
      if (document.visibilityState === 'hidden') return stop();
      if (watching) return;
      watching = new AbortController();
      void watchStream(current, watching.signal);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    addEventListener('pagehide', stop);
    addEventListener('pageshow', follow);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', follow);
      removeEventListener('pagehide', stop);
      removeEventListener('pageshow', follow);
    };
  }, [isOn, source]);
}

/** The server writes at least every 15 s. */
const SILENCE_MS = 45_000;

/** Doubles after each attempt without a response. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/** For visitors for whom the server has no stream left. */
const LOOK_PAUSE_MS = 15_000;

export interface Watch<Change> {
  readonly open: (signal: AbortSignal) => Promise<AsyncIterable<Change>>;
  /** For polling. */
  readonly look?: (signal: AbortSignal) => Promise<Change | null>;
  /** Also for a heartbeat. */
  readonly onChange: (change: Change) => void;
  /** Returns whether to stop watching. */
  readonly onFailure?: (error: unknown) => boolean;
  /** Resolves after this many milliseconds, or when the signal aborts. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Reports changes until the signal aborts. Reopens the stream if it ends or is silent; polls while the server has none. */
export async function watchStream<Change>(
  { open, look, onChange, onFailure = () => false, wait = delay }: Watch<Change>,
  signal: AbortSignal,
): Promise<void> {
  for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const stream = new AbortController();
    const end = () => stream.abort();
    signal.addEventListener('abort', end);
    let silence = setTimeout(end, SILENCE_MS);
    try {
      for await (const change of await open(stream.signal)) {
        if (signal.aborted) return;
        clearTimeout(silence);
        silence = setTimeout(end, SILENCE_MS);
        pause = FIRST_PAUSE_MS;
        onChange(change);
      }
    } catch (error) {
      if (!signal.aborted && onFailure(error)) return;
      const change = look && isBusy(error) && !signal.aborted ? await look(signal).catch(() => null) : null;
      // If polling fails, the page may be out of date, as without script. The server checks again when the form is sent.
      if (change && !signal.aborted) onChange(change);
      if (change) pause = LOOK_PAUSE_MS;
    } finally {
      clearTimeout(silence);
      signal.removeEventListener('abort', end);
    }
    // Random, so that browsers do not reconnect all at once.
    if (!signal.aborted) await wait(pause * (0.75 + Math.random() / 2), signal);
  }
}

function isBusy(error: unknown): boolean {
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

import { useEffect, useEffectEvent, useMemo } from 'react';
import type { CivilMonth } from '#shared/civil-date.ts';
import { type Watch, watchAvailability } from './watch-availability.ts';

export interface LiveAvailability {
  /** Opens a stream for the next days, or for a month beyond them. */
  readonly open: (month: CivilMonth | null, signal: AbortSignal) => ReturnType<Watch['open']>;
  /** Fetches the same days once. */
  readonly look: (month: CivilMonth | null, signal: AbortSignal) => ReturnType<Watch['look']>;
  readonly onChange: Watch['onChange'];
  /** The shown month if it is beyond the next days; else null. */
  readonly beyond: CivilMonth | null;
  /** The visitor's hold: only a stream opened after it marks its time as the visitor's own. */
  readonly own?: string | null;
}

/** Keeps the shown times up to date while they are visible: not in a hidden tab, and not in the bfcache. */
export function useLiveAvailability({ open, look, onChange, beyond, own }: LiveAvailability, isOn: boolean): void {
  const openLine = useEffectEvent(open);
  const lookOnce = useEffectEvent(look);
  const takeIn = useEffectEvent(onChange);
  const line = useMemo(() => ({ beyond, own }), [beyond, own]);
  useEffect(() => {
    if (!isOn) return;
    let watching: AbortController | null = null;
    const stop = () => {
      watching?.abort();
      watching = null;
    };
    const watch: Watch = {
      open: (signal) => openLine(line.beyond, signal),
      look: (signal) => lookOnce(line.beyond, signal),
      onChange: (change) => takeIn(change),
    };
    const follow = () => {
      if (document.visibilityState === 'hidden') return stop();
      if (watching) return;
      watching = new AbortController();
      void watchAvailability(watch, watching.signal);
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
  }, [isOn, line]);
}

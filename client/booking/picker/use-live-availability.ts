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
  /** Id of the visitor's hold. A new hold opens a new stream, because only that marks the hold's slot as the visitor's own. */
  readonly own?: string | null;
}

/** Keeps the shown times up to date while they are visible: not in a hidden tab, and not in the bfcache. */
export function useLiveAvailability({ open, look, onChange, beyond, own }: LiveAvailability, isOn: boolean): void {
  const openStream = useEffectEvent(open);
  const lookOnce = useEffectEvent(look);
  const applyChange = useEffectEvent(onChange);
  const source = useMemo(() => ({ beyond, own }), [beyond, own]);
  useEffect(() => {
    if (!isOn) return;
    let watching: AbortController | null = null;
    const stop = () => {
      watching?.abort();
      watching = null;
    };
    const watch: Watch = {
      open: (signal) => openStream(source.beyond, signal),
      look: (signal) => lookOnce(source.beyond, signal),
      onChange: (change) => applyChange(change),
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
  }, [isOn, source]);
}

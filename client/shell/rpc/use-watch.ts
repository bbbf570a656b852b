import { useEffect, useEffectEvent } from 'react';
import { type Watch, watchStream } from './watch-stream.ts';

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

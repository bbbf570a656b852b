import { useEffect, useEffectEvent } from 'react';
import { type Watch, watchStream } from './watch-stream.ts';

/** Another source opens another stream. */
interface Watched<Source, Change> extends Required<Pick<Watch<Change>, 'onChange' | 'onFailure'>> {
  readonly source: Source;
  readonly open: (source: Source, signal: AbortSignal) => ReturnType<Watch<Change>['open']>;
  /** Null if there is no polling. */
  readonly look: ((source: Source, signal: AbortSignal) => Promise<Change>) | null;
}

/** While the page is visible: not in a hidden tab, and not in the bfcache. */
export function useWatch<Source, Change>(
  { open, look, onChange, onFailure, source }: Watched<Source, Change>,
  isOn: boolean,
): void {
  const openStream = useEffectEvent(open);
  const lookOnce = useEffectEvent(async (from: Source, signal: AbortSignal) => {
    if (!look) throw new Error('this stream is not polled');
    return look(from, signal);
  });
  const applyChange = useEffectEvent(onChange);
  const fail = useEffectEvent(onFailure);
  const isPolled = look !== null;
  useEffect(() => {
    if (!isOn) return;
    let watching: AbortController | null = null;
    const stop = () => {
      watching?.abort();
      watching = null;
    };
    const watch: Watch<Change> = {
      open: (signal) => openStream(source, signal),
      look: isPolled ? (signal) => lookOnce(source, signal) : null,
      onChange: (change) => applyChange(change),
      onFailure: (error) => fail(error),
    };
    const follow = () => {
      if (document.visibilityState === 'hidden') return stop();
      if (watching) return;
      watching = new AbortController();
      void watchStream(watch, watching.signal);
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
  }, [isOn, isPolled, source]);
}

import { useEffect, useEffectEvent } from 'react';
import { wasLoadedByBack } from './was-loaded-by-back.ts';

/**
 * Calls `onReturn` when the visitor returns to this page: restored from the bfcache, or loaded again by Back or Forward.
 */
export function useReturn(onReturn: () => void): void {
  const callBack = useEffectEvent(onReturn);
  useEffect(() => {
    if (wasLoadedByBack()) callBack();
    const listener = ({ persisted }: PageTransitionEvent) => {
      if (persisted) callBack();
    };
    addEventListener('pageshow', listener);
    return () => removeEventListener('pageshow', listener);
  }, []);
}

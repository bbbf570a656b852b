import { useEffect, useEffectEvent } from 'react';

/** Whether the browser may have taken the document from its cache on Back or Forward. */
function wasLoadedByBack(): boolean {
  return performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward');
}

/** On return from the bfcache, or by a load on Back or Forward. */
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

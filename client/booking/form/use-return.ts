import { useEffect, useEffectEvent } from 'react';

/** Whether the browser may have taken the document from its cache on Back or Forward. */
function isComeBackTo(): boolean {
  return performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward');
}

/**
 * Calls `onReturn` when the visitor returns to this page: restored from the bfcache, or loaded again by Back or Forward.
 */
export function useReturn(onReturn: () => void): void {
  const come = useEffectEvent(onReturn);
  useEffect(() => {
    if (isComeBackTo()) come();
    const listener = ({ persisted }: PageTransitionEvent) => {
      if (persisted) come();
    };
    addEventListener('pageshow', listener);
    return () => removeEventListener('pageshow', listener);
  }, []);
}

/**
 * Reloads the page without restored fields: a person who has since signed out may have filled it in. Hides the page at once,
 * because the response may take a while.
 */
export function beginAnew(): void {
  document.documentElement.hidden = true;
  // `reload()` would keep typed values in some browsers.
  location.replace(location.pathname + location.search);
}

import { useEffect, useEffectEvent } from 'react';

/**
 * Looks again at this interval in milliseconds while the page is visible; not at all for false. A look that fails changes nothing: the
 * next one follows.
 */
export function useLookAgain(ms: number | false, look: () => Promise<void>): void {
  const lookNow = useEffectEvent(look);
  useEffect(() => {
    if (ms === false) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') lookNow().catch(() => {});
    }, ms);
    return () => clearInterval(timer);
  }, [ms]);
}

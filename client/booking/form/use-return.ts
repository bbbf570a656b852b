import { useEffect, useEffectEvent } from 'react';

/** Whether the document may be an old one that the browser had stored, and now began with once more. */
function isComeBackTo(): boolean {
  return performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward');
}

/** Knows when this page was come back to: kept alive by the browser as it was left, or begun anew as it was sent once. */
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
 * Asks for this page anew, with no more in it than this tab still remembers: it may have been filled in by a person who has since
 * signed out. What it shows is hidden at once, for the answer may take a while.
 */
export function beginAnew(): void {
  document.documentElement.hidden = true;
  // A reload would keep in some browsers what was typed.
  location.replace(location.pathname + location.search);
}

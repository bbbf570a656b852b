import { useEffect } from 'react';

/**
 * Reloads a page that the browser restores from its bfcache: another account, or none, may be signed in by then. Hides the old
 * content at once.
 */
export function useReloadOnReturn(): void {
  useEffect(() => {
    const listener = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      document.documentElement.hidden = true;
      location.reload();
    };
    addEventListener('pageshow', listener);
    return () => removeEventListener('pageshow', listener);
  }, []);
}

import { useEffect } from 'react';

/**
 * Asks for the page anew when it is come back to and the browser had kept it alive as it was: by then another person may be there,
 * or no account be signed in. What it showed is hidden at once.
 */
export function useAnewOnReturn(): void {
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

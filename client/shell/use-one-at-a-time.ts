import { useEffect, useRef, useState } from 'react';

/**
 * Lets one thing run at a time. Whether one runs is known to the next press at once: what a page shows is only rendered
 * later, and a second press can come before that.
 */
export function useOneAtATime() {
  const isTaken = useRef(false);
  const [isPending, setIsPending] = useState(false);

  function take(): boolean {
    if (isTaken.current) return false;
    isTaken.current = true;
    setIsPending(true);
    return true;
  }

  function end(): void {
    isTaken.current = false;
    setIsPending(false);
  }

  useEffect(() => {
    // A page that the browser kept is shown again as it was left: on its way elsewhere.
    const wake = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      isTaken.current = false;
      setIsPending(false);
    };
    addEventListener('pageshow', wake);
    return () => removeEventListener('pageshow', wake);
  }, []);

  return { isPending, take, end };
}

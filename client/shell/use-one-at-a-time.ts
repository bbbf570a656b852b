import { useEffect, useRef, useState } from 'react';

/** A second press learns at once that a task is running, even if React hasn't rendered that yet. */
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
    // In a page restored from the bfcache, the task that navigated away is still running.
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

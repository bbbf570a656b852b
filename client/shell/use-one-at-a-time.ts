import { useEffect, useRef, useState } from 'react';

/**
 * Lets one task run at a time. A second press learns at once that one is running: React may not have rendered that yet.
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
    // A page restored from the bfcache still has the task that navigated away as running.
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

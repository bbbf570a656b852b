import { useCallback, useEffect, useRef, useState } from 'react';

/** `tryStart` returns false while a task runs, even if React hasn't rendered that yet. */
export function useOneAtATime() {
  const isRunning = useRef(false);
  const [isPending, setIsPending] = useState(false);

  const set = useCallback((running: boolean) => {
    isRunning.current = running;
    setIsPending(running);
  }, []);

  function tryStart(): boolean {
    if (isRunning.current) return false;
    set(true);
    return true;
  }

  useEffect(() => {
    // In a page restored from the bfcache, the task that navigated away still counts as running.
    const finishIfRestored = ({ persisted }: PageTransitionEvent) => {
      if (persisted) set(false);
    };
    addEventListener('pageshow', finishIfRestored);
    return () => removeEventListener('pageshow', finishIfRestored);
  }, [set]);

  return { isPending, tryStart, finish: () => set(false) };
}

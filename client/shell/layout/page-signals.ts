import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PAGE_SHOWN } from '#shared/measuring/signals.ts';

/** Tells the measuring script when another page is shown without a new document. */
export function usePageSignals(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) document.dispatchEvent(new Event(PAGE_SHOWN));
      }),
    [router],
  );
}

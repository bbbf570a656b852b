import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** From this age, in milliseconds, a document may have been left and restored before the app took over. */
const OLD_MS = 10_000;

/** Whether the browser may show the document as it was before its visitor signed in or out. */
function mayBeKept(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation?.type === 'back_forward' || performance.now() > OLD_MS;
}

/** Asks again who is signed in, for the header of a page that the browser has kept. */
export function useKeptHeader(): void {
  const router = useRouter();
  useEffect(() => {
    const ask = () => void router.invalidate({ filter: ({ routeId }) => routeId === '__root__' });
    const askIfKept = ({ persisted }: PageTransitionEvent) => {
      if (persisted) ask();
    };
    if (mayBeKept()) ask();
    addEventListener('pageshow', askIfKept);
    return () => removeEventListener('pageshow', askIfKept);
  }, [router]);
}

import { isServer } from '@tanstack/react-query';
import { createQueryClient } from './query-client.ts';

/**
 * Reads what a page is about to show and no cache keeps: tried again like every read (SPEC.md section 8), asked anew each time, and
 * not sent to the browser as data. Rejects with the last error, or when the signal fires.
 */
export function read<Answer>(ask: (signal: AbortSignal) => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  const client = createQueryClient(isServer);
  const leave = () => void client.cancelQueries();
  signal.addEventListener('abort', leave, { once: true });
  return client
    .fetchQuery({ queryKey: ['read'], queryFn: (context) => ask(context.signal) })
    .finally(() => signal.removeEventListener('abort', leave));
}

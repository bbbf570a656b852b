import { isServer } from '@tanstack/react-query';
import { createQueryClient } from './query-client.ts';

/**
 * Reads data for a page without any cache. It is retried like every read (SPEC.md section 8), and not sent to the browser as
 * dehydrated data. Rejects with the last error, or when the signal aborts.
 */
export function read<Answer>(ask: (signal: AbortSignal) => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  const client = createQueryClient(isServer);
  const leave = () => void client.cancelQueries();
  signal.addEventListener('abort', leave, { once: true });
  return client
    .fetchQuery({ queryKey: ['read'], queryFn: (context) => ask(context.signal) })
    .finally(() => signal.removeEventListener('abort', leave));
}

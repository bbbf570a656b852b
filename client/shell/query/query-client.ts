import { QueryClient } from '@tanstack/react-query';
import { retryDelay, shouldRetry } from './retry.ts';

const MINUTE = 60_000;

/** Until this age, an answer counts as fresh. */
export const FRESH_MS = 5 * MINUTE;

/** Query options of SPEC.md sections 8 and 9. The server does not retry and keeps no timers. */
export function createQueryClient(isServer: boolean): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        gcTime: isServer ? Infinity : 10 * MINUTE,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        // Offline, a read fails at once with a message instead of waiting silently.
        networkMode: 'always',
        retry: isServer ? false : shouldRetry,
        retryDelay,
      },
      mutations: { retry: false },
    },
  });
}

import { QueryClient } from '@tanstack/react-query';
import { retryDelay, shouldRetry } from './retry.ts';

const MINUTE = 60_000;

/** SPEC.md sections 8 and 9. While the server renders, nothing is retried and nothing is kept by a timer. */
export function createQueryClient(isServer: boolean): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * MINUTE,
        gcTime: isServer ? Infinity : 10 * MINUTE,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        // Without a connection a read fails at once and says so, instead of waiting without a word.
        networkMode: 'always',
        retry: isServer ? false : shouldRetry,
        retryDelay,
      },
      mutations: { retry: false },
    },
  });
}

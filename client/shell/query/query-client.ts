import { RpcError } from '#shared/calls/rpc-error.ts';
import { QueryClient } from '@tanstack/react-query';

const MINUTE = 60_000;

export const FRESH_MS = 5 * MINUTE;

/** SPEC.md sections 8 and 9. The server does not retry and keeps no timers. */
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

const MOST_RETRIES = 3;
const RETRIED_CLIENT_ERRORS = new Set([408, 429]);

/** SPEC.md section 8. Offline, a retry would fail as well. */
export function shouldRetry(failures: number, error: Error): boolean {
  if (failures >= MOST_RETRIES || isOffline()) return false;
  if (!(error instanceof RpcError)) return true;
  const isClientError = error.status >= 400 && error.status < 500;
  return !isClientError || RETRIED_CLIENT_ERRORS.has(error.status);
}

export function isOffline(): boolean {
  return typeof navigator !== 'undefined' && 'onLine' in navigator && !navigator.onLine;
}

/** In milliseconds: 1 s, doubling, at most 30 s. */
export function retryDelay(failures: number): number {
  return Math.min(1000 * 2 ** failures, 30_000);
}

import { RpcError } from '#shared/calls/rpc-error.ts';
import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { RefundProgress } from '#shared/booking/managed-booking.ts';
import type { AppRpc, Contract } from '#shared/calls/contract.ts';
import type { InputOf } from '#shared/calls/rpc.ts';

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

/** Refunds usually arrive within seconds. */
const REFUND_MS = 3000;

/** The server retries a failed refund with backoff. */
const FAILED_REFUND_MS = 30_000;

/** In milliseconds; false when all have succeeded. */
export function lookAgainMs(refunds: readonly RefundProgress[]): number | false {
  if (refunds.includes('requested')) return REFUND_MS;
  return refunds.includes('failed') ? FAILED_REFUND_MS : false;
}

/** Exceptions from the defaults (SPEC.md section 9). Say the reason beside each use. */
interface ReadOptions {
  readonly staleTime?: number;
  readonly retry?: false;
}

/** The page has the loader's data, so the query isn't dehydrated as well. */
export function readQuery<Name extends keyof Contract>(
  rpc: AppRpc,
  name: Name,
  input: InputOf<Contract[Name]>,
  options: ReadOptions = {},
) {
  return queryOptions({
    queryKey: [name, input],
    queryFn: ({ signal }) => rpc[name](input, { signal }),
    meta: { isLoaderData: true },
    ...options,
  });
}

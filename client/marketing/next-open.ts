import type { NextOpen } from '#shared/booking/availability.ts';
import { readQuery } from '../shell/query/read-query.ts';
import type { RouterContext } from '../shell/router-context.ts';

/** The next open times; null if they can't be read. */
export function loadNextOpen({ queryClient, rpc }: RouterContext): Promise<NextOpen | null> {
  // Open times are sold at any time, so each page reads them. If that fails, the page is shown without them instead of after retries.
  const query = readQuery(rpc, 'nextOpen', undefined, { staleTime: 0, retry: false });
  return queryClient.fetchQuery(query).catch(() => null);
}

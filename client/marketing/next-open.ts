import type { NextOpen } from '#shared/booking/availability.ts';
import { readQuery } from '../shell/query/query-client.ts';
import type { RouterContext } from '../shell/router-context.ts';

/** Null if they can't be read. */
export function loadNextOpen({ queryClient, rpc }: RouterContext): Promise<NextOpen | null> {
  // Open times are sold at any time. If they can't be read, the page is shown without them.
  const query = readQuery(rpc, 'nextOpen', undefined, { staleTime: 0, retry: false });
  return queryClient.fetchQuery(query).catch(() => null);
}

import { queryOptions } from '@tanstack/react-query';
import { isAccessRefusal, type UsersQuery } from '#shared/account/account.ts';
import type { AppRpc } from '#shared/calls/contract.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { FRESH_MS, lookAgainMs, readQuery } from '../../shell/query/query-client.ts';
import type { NeedsAttention } from '#shared/owner/needs-attention.ts';
import { USERS_DEFAULTS } from '../list-search.ts';

/** Until this age, the browser doesn't fetch again what the server rendered. */
const SHOWN_MS = 10_000;

/** SPEC.md section 2. */
const NEWEST: UsersQuery = { ...USERS_DEFAULTS, pageSize: 50, sortBy: 'createdAt', sortOrder: 'desc' };

/** Null, so that other parts stay visible (SPEC.md section 4). Rethrows a refused access, which concerns the whole page. */
export function unlessRefused(error: unknown): null {
  if (error instanceof RpcError && isAccessRefusal(error.refusal)) throw error;
  return null;
}

/** Fetched after the first part of the page is shown; null if it failed to load. */
export function attentionQuery(rpc: AppRpc, whenShown: Promise<void> | null) {
  return queryOptions({
    queryKey: ['owner', 'attention'],
    queryFn: async ({ client, queryKey }): Promise<NeedsAttention | null> => {
      await whenShown;
      const needs = client.fetchQuery(readQuery(rpc, 'needsAttention', undefined, { staleTime: 0 }));
      // If it's read again and that fails, the page stays.
      return needs.catch((error: unknown) => unlessRefused(error) ?? client.getQueryData(queryKey) ?? null);
    },
    staleTime: SHOWN_MS,
    // What the server tries again.
    refetchInterval: ({ state: { data } }) =>
      data?.lateWebhooks || data?.items.some(({ kind }) => kind === 'refund') ? lookAgainMs(['failed']) : false,
  });
}

/** Null if it failed to load. */
export function overviewQuery(rpc: AppRpc, whenShown: Promise<void> | null) {
  return queryOptions({
    queryKey: ['owner', 'overview'],
    queryFn: async ({ client }) => {
      await whenShown;
      const [users, stats] = await Promise.all([
        client.fetchQuery(readQuery(rpc, 'users', NEWEST)).catch(unlessRefused),
        client.fetchQuery(readQuery(rpc, 'stats', {})).catch(unlessRefused),
      ]);
      return { users, stats };
    },
    // What failed to load is fetched again at the next visit.
    staleTime: ({ state: { data } }) => (data?.users && data.stats ? FRESH_MS : 0),
  });
}

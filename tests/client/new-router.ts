import { createAppRouter } from '#client/router.tsx';
import { createQueryClient } from '#client/shell/query/query-client.ts';
import type { AppRpc } from '#shared/calls/contract.ts';
import { TEST_SITE } from '../test-site.ts';

/** A router of the browser's app that calls no server. */
export function newRouter() {
  return createAppRouter({
    queryClient: createQueryClient(true),
    rpc: {} as AppRpc,
    site: TEST_SITE,
    flash: null,
    whenShown: null,
    newKey: () => 'k',
  });
}

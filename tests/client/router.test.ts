import { expect, test } from 'vitest';
import { createQueryClient } from '#client/shell/query/query-client.ts';
import { createAppRouter } from '#client/router.tsx';
import type { AppRpc } from '#shared/calls/contract.ts';
import { TEST_SITE } from '../test-site.ts';

test('the router behaves as the specification says', () => {
  const { options } = createAppRouter({
    queryClient: createQueryClient(true),
    rpc: {} as AppRpc,
    site: TEST_SITE,
    flash: null,
    whenShown: null,
    newKey: () => 'k',
  });
  expect(options).toMatchObject({
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 30_000,
    defaultPreloadGcTime: 300_000,
    defaultPendingMs: 200,
    scrollRestoration: false,
  });
});

import { expect, test } from 'vitest';
import { createQueryClient } from '#client/shell/query/query-client.ts';
import { guard } from '#client/shell/session.ts';
import { createAppRouter } from '#client/router.tsx';
import type { AppRpc } from '#shared/calls/contract.ts';
import { TEST_SITE } from '../test-site.ts';

const router = createAppRouter({
  queryClient: createQueryClient(true),
  rpc: {} as AppRpc,
  site: TEST_SITE,
  flash: null,
  whenShown: null,
  newKey: () => 'k',
});

test('every page of the signed-in area has its guard', () => {
  const area = Object.values(router.routesById).filter(({ fullPath }) => /^\/app(?:\/|$)/.test(fullPath));
  const pages = area.filter(({ children }) => children === undefined);
  expect(pages.length).toBeGreaterThan(15);
  expect(pages.filter(({ options }) => options.beforeLoad !== guard).map(({ id }) => id)).toEqual([]);
});

test('the router behaves as the specification says', () => {
  expect(router.options).toMatchObject({
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 30_000,
    defaultPreloadGcTime: 300_000,
    defaultPendingMs: 200,
    scrollRestoration: false,
  });
});

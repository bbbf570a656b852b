import { QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { Outlet, Scripts, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query';
import { Component, type ReactNode, Suspense } from 'react';
import { expect, test } from 'vitest';
import { renderRoutes } from '#server/web/render/render-routes.tsx';

/** A site with one page, which may stream a late part. */
function site(extra: (() => Promise<string>) | null) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const extraQuery = queryOptions({ queryKey: ['extra'], queryFn: extra ?? (() => '') });

  function Extra() {
    return <p>{useSuspenseQuery(extraQuery).data}</p>;
  }

  class Net extends Component<{ readonly children: ReactNode }> {
    override state = { failed: false };
    static getDerivedStateFromError() {
      return { failed: true };
    }
    override render() {
      return this.state.failed ? 'no extra' : this.props.children;
    }
  }

  const root = createRootRoute({
    component: () => (
      <html lang="en">
        <body>
          <Outlet />
          <Scripts />
        </body>
      </html>
    ),
  });
  const index = createRoute({
    getParentRoute: () => root,
    path: '/',
    loader: () => {
      if (extra) void queryClient.prefetchQuery(extraQuery);
    },
    component: () => (
      <main>
        <h1>Here at once</h1>
        <Net>
          <Suspense fallback="still waiting">{extra && <Extra />}</Suspense>
        </Net>
      </main>
    ),
  });
  const createTestRouter = () => {
    const router = createRouter({ routeTree: root.addChildren([index]) });
    setupRouterSsrQueryIntegration({ router, queryClient });
    return router;
  };
  const faults: unknown[] = [];
  const get = (signal?: AbortSignal) =>
    renderRoutes({
      request: new Request('http://localhost/', signal ? { signal } : {}),
      isHydrated: true,
      status: 200,
      queryClient,
      createRouter: createTestRouter,
      manifest: { routes: {} },
      onError: (error) => faults.push(error),
    });
  return { get, faults };
}

test('a late part is streamed when it is ready', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const response = await site(() => promise).get();
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let html = '';
  while (!html.includes('still waiting')) html += (await reader.read()).value ?? '';
  expect(html).toContain('Here at once');
  expect(html).not.toContain('the extra');
  resolve('the extra');
  for (let part = await reader.read(); !part.done; part = await reader.read()) html += part.value;
  expect(html).toContain('<p>the extra</p>');
  expect(html.endsWith('</html>')).toBe(true);
});

test('a late error is reported, and the rest of the page stays', async () => {
  const { promise, reject } = Promise.withResolvers<string>();
  const { get, faults } = site(() => promise);
  const response = await get();
  const fault = new TypeError('not today');
  reject(fault);
  const html = await response.text();
  expect(html).toContain('Here at once');
  expect(faults).toContain(fault);
});

import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterContextProvider,
  Matches,
} from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PerUser, PostForm, isAddedField } from '#client/shell/post-form.tsx';
import { rpcPath } from '#shared/calls/rpc.ts';

/** A page whose loader returned this user, with a form of its own and one above it. */
async function page(user: { readonly mark: string } | null): Promise<string> {
  const root = createRootRoute({
    component: () => (
      <>
        <PostForm call="signOut">above</PostForm>
        <PerUser>
          <Outlet />
        </PerUser>
      </>
    ),
  });
  const leaf = createRoute({
    getParentRoute: () => root,
    path: '/',
    loader: () => ({ user }),
    component: () => <PostForm call="hold">own</PostForm>,
  });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree: root.addChildren([leaf]), history });
  await router.load();
  return renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <Matches />
    </RouterContextProvider>,
  );
}

test('a form of a user’s page has the name of its first field, which no other user’s page has', async () => {
  const [ada, ben] = [await page({ mark: 'ada' }), await page({ mark: 'ben' })];
  const [, name = ''] = /<form name="([^"]+)"[^>]*><input type="hidden" name="\1"\/>own<\/form>/.exec(ada) ?? [];
  expect(isAddedField(name)).toBe(true);
  expect(ben).toContain('own</form>');
  expect(ben).not.toContain(name);
});

test('forms outside, and on a page for every visitor, name no user', async () => {
  expect(await page({ mark: 'ada' })).toContain(`<form action="${rpcPath('signOut')}" method="post">above</form>`);
  expect(await page(null)).toContain(`<form action="${rpcPath('hold')}" method="post">own</form>`);
});

import { expect, test } from 'vitest';
import type { Role, Session } from '#shared/account/account.ts';
import { rendered } from './rendered.ts';

function at(path: string, role: Role | null) {
  const user = { formToken: 'ada', name: 'Ada', email: 'ada@example.com', emailVerified: true, createdAt: 0 };
  const session: Session = {
    authenticated: role !== null,
    user: role === null ? null : { ...user, role },
  };
  return rendered(path, null, { session: async () => session });
}

const IN_APP = ['/app/nowhere', '/app/profile/nowhere', '/app/administer'];
const IN_ADMIN = ['/app/admin/nowhere', '/app/admin/users/nowhere'];

test.each(IN_APP)('%s requires signing in, as existing pages do', async (path) => {
  const { status, location } = await at(`${path}?a=1`, null);
  expect([status, location]).toEqual([307, `/login?${new URLSearchParams({ redirect: `${path}?a=1` }).toString()}`]);
});

test.each(IN_ADMIN)('%s is for admins, as existing pages are', async (path) => {
  const away = `/login?${new URLSearchParams({ reset: 'session', redirect: path }).toString()}`;
  expect(await at(path, null)).toMatchObject({ status: 307, location: away });
  expect(await at(path, 'user')).toMatchObject({ status: 307, location: away });
});

test.each([
  ...IN_APP.map((path) => [path, 'user'] as const),
  ...[...IN_APP, ...IN_ADMIN].map((path) => [path, 'admin'] as const),
])('%s is not found by a signed-in %s', async (path, role) => {
  const { status, text, html } = await at(path, role);
  expect(status).toBe(404);
  expect(text).toContain('The page you are looking for does not exist.');
  expect(html).toContain('<title>Page not found');
  expect(html).toContain('noindex');
});

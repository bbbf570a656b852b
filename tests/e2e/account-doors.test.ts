import { expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { AccountPage, OWNER_ACCOUNT, openShopWithOwner } from './account-page.ts';
import { type Visitor } from './browser.ts';

const shop = openShopWithOwner();

// What the server answers to calls and to plain forms with such addresses is tested in threats/sign-in.ts.
test.each(['/.//evil.example', '/login'])('with scripts, signing in never leads to %s', async (redirect) => {
  const account = new AccountPage(await shop.visit());
  await account.open(`/login?${new URLSearchParams({ redirect }).toString()}`);
  await account.signIn(OWNER_ACCOUNT);
  await account.arrives('/app');
  expect(new URL(account.page.url()).origin).toBe(shop.origin);
  // A signed-in account is redirected at once, but to no other site either.
  await account.open(`/login?${new URLSearchParams({ redirect }).toString()}`);
  await account.arrives('/app');
  expect(new URL(account.page.url()).origin).toBe(shop.origin);
});

/** Accepts the console messages of a failed call. */
function expectReports({ complaints }: Visitor): void {
  expect(complaints.splice(0).filter((complaint) => !/^RpcError: no|status of 400/.test(complaint))).toEqual([]);
}

/** The URL pattern of a call. */
function call(name: string): string {
  return `**${rpcPath(name)}**`;
}

test('a slow page shows its skeleton after 200 ms', async () => {
  const account = new AccountPage(await shop.visit());
  const { page } = account;
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(call('firstUser'), async (route) => {
    await promise;
    await route.continue();
  });
  await account.open('/login');
  await page.getByRole('link', { name: 'Create an account' }).click();
  const shape = page.getByRole('status').filter({ hasText: 'One moment' });
  await shape.waitFor();
  // The text for screen readers; then a title, five inputs and two lines.
  await expect.poll(() => shape.locator('> span[aria-hidden]').count()).toBe(8);
  resolve();
  await account.heading('Create an account').waitFor();
});

test.each([
  {
    path: '/register',
    from: '/login',
    link: 'Create an account',
    failing: 'firstUser',
    title: 'The sign-up page didn’t load',
  },
  { path: '/login', from: '/register', link: 'Sign in', failing: 'session', title: 'The sign-in page didn’t load' },
])('$path has its own text for a failed load', async ({ path, from, link, failing, title }) => {
  const visitor = await shop.visit();
  const account = new AccountPage(visitor);
  const { page } = account;
  await account.open(from);
  await page.route(call(failing), (route) => route.fulfill({ status: 400, body: 'no' }));
  await page.getByRole('main').getByRole('link', { name: link }).click();
  await account.heading(title).waitFor();
  await page.unroute(call(failing));
  await page.getByRole('link', { name: 'Try Again' }).click();
  await account.heading(title).waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe(path);
  expectReports(visitor);
});

test('when no mail can be sent, the page for forgotten passwords says how to reach the business', async () => {
  const account = new AccountPage(await shop.visit());
  const { page } = account;
  await account.open('/login');
  const status = { canSend: false, email: 'hello@halfday.example', phone: '(805) 555-0100' };
  await page.route(call('emailStatus'), (route) => route.fulfill({ json: status }));
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await account.heading('Our email isn’t going out right now').waitFor();
  const main = page.getByRole('main');
  await expect
    .poll(() => main.getByRole('link', { name: status.email }).getAttribute('href'))
    .toBe(`mailto:${status.email}`);
  await expect.poll(() => main.getByRole('link', { name: status.phone }).getAttribute('href')).toBe('tel:8055550100');
});

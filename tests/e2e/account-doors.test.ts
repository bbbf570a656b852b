import { expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { AccountPage, customer, OWNER_ACCOUNT, linkIn, openShopWithOwner } from './account-page.ts';
import { type Visitor, hydrated } from './browser.ts';

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

test('no page of an account is for search engines', async () => {
  const account = new AccountPage(await shop.visit({ scripts: false }));
  const robots = async (path: string) => {
    await account.open(path);
    return account.page.locator('meta[name=robots]').getAttribute('content');
  };
  for (const path of ['/login', '/register', '/forgot-password', '/lost-link', '/reset-password', '/verify-email']) {
    expect(await robots(path)).toBe('noindex');
  }
  await account.signInByCall(OWNER_ACCOUNT, shop);
  for (const path of ['/app', '/app/profile', '/app/admin', '/app/admin/users']) {
    expect(await robots(path)).toBe('noindex');
  }
});

test('the secret of a link leaves the address before any script of the page runs, and is sent to no other site', async () => {
  const who = customer('Keeps Secrets');
  const account = new AccountPage(await shop.visit());
  await account.registerByCalls(who, shop);
  await account.signOut();
  await account.open('/forgot-password');
  await account.page.getByLabel('Email').fill(who.email);
  await account.button('Send the link').click();
  await account.heading('Check your email').waitFor();
  const link = linkIn(await shop.mail(who.email, /^Choose a new password/), '/reset-password');
  const { page } = account;
  const seen: string[] = [];
  await page.exposeFunction('tellAddress', (href: string) => seen.push(href));
  const asked: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) asked.push(request.headers()['referer']);
  });
  await page.route('**/assets/entry-*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `tellAddress(location.href);${await response.text()}` });
  });
  const response = await page.goto(link);
  await hydrated(page);
  expect(response?.headers()['referrer-policy']).toBe('strict-origin');
  expect(page.url()).toBe(`${shop.origin}/reset-password`);
  // By the first script, and by the app's.
  expect(seen).toEqual(Array(2).fill(`${shop.origin}/reset-password`));
  // A script that asks for another is named itself.
  const named = asked.filter((referer) => referer !== undefined && !/\/assets\/[\w-]+\.js$/.test(referer));
  expect(named.filter((referer) => referer !== `${shop.origin}/`)).toEqual([]);
  await page.getByLabel('New password').fill('another one entirely');
  await account.button('Save and sign in').click();
  await account.arrives('/app');
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

test('when the users cannot be loaded, the admin area says so', async () => {
  const visitor = await shop.visit();
  const account = new AccountPage(visitor);
  const { page } = account;
  await account.signInByCall(OWNER_ACCOUNT, shop);
  await page.route(call('users'), (route) => route.fulfill({ status: 400, body: 'no' }));
  await page.getByRole('link', { name: 'Admin' }).click();
  await account.heading('Failed to load users').waitFor();
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await account.heading('This admin page didn’t load').waitFor();
  await page.unroute(call('users'));
  await page.getByRole('link', { name: 'Try Again' }).click();
  await page.getByRole('table').waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  expectReports(visitor);
});

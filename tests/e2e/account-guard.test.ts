/** Redirects of visitors without access to the wanted page, or without it at that time. */
import { describe, expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { AccountPage, OWNER_ACCOUNT, customer, createAccount, openShopWithOwner } from './account-page.ts';
import { expectVisibleFocus } from './keyboard.ts';

const shop = openShopWithOwner();

describe.each([true, false])('scripts %s', (scripts) => {
  async function signedIn(path: string): Promise<AccountPage> {
    const account = new AccountPage(await shop.visit({ scripts }));
    await account.signInByCall(OWNER_ACCOUNT, shop, path);
    return account;
  }

  test('a customer who requests their data after the session has ended can request it again after signing in', async () => {
    const account = new AccountPage(await shop.visit({ scripts, in: 'chromium' }));
    await account.signInByCall(OWNER_ACCOUNT, shop, '/app/profile');
    const { page } = account;
    await page.context().clearCookies({ name: 'session' });
    await page.getByRole('link', { name: 'Download my data' }).click();
    await account.arrives('/login');
    await account.signIn(OWNER_ACCOUNT);
    await account.arrives('/app/profile');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download my data' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.json$/);
  });

  test('signing in to download a file leads to the page that links to it', async () => {
    const account = new AccountPage(await shop.visit({ scripts }));
    const { page } = account;
    await account.open('/login?redirect=/app/profile/export');
    await account.signIn(OWNER_ACCOUNT);
    await account.arrives('/app/profile');
    await account.open('/login?redirect=/app/profile/export');
    await account.arrives('/app/profile');
    expect(page.url()).toBe(`${shop.origin}/app/profile`);
  });

  test('an admin who signed in in another tab meanwhile gets a link to the wanted page', async () => {
    const account = new AccountPage(await shop.visit({ scripts }));
    const { page } = account;
    await account.open('/app/admin');
    await account.arrives('/login');
    const other = new AccountPage({ page: await page.context().newPage(), scripts });
    await other.open('/app/admin/users?role=admin');
    const away = other.page.url();
    await other.signIn(OWNER_ACCOUNT);
    await other.arrives('/app/admin/users');
    await page.reload();
    await account.ready();
    await page.getByText(`You’re signed in as ${OWNER_ACCOUNT.email}, and that account can see the page`).waitFor();
    await expect.poll(() => page.getByText('can’t see the page').count()).toBe(0);
    await page.getByRole('link', { name: 'Continue to that page' }).click();
    await account.arrives('/app/admin');
    await account.open(away);
    await page.getByRole('link', { name: 'Continue to that page' }).click();
    await account.arrives('/app/admin/users');
    expect(new URL(page.url()).search).toBe('?role=admin');
  });

  test('a signed-in user is redirected to a page they may see, but never to the marked page', async () => {
    const who = customer(`Plain User ${scripts ? 'With' : 'Without'}`);
    const account = new AccountPage(await shop.visit({ scripts }));
    const { page } = account;
    await account.registerByCalls(who, shop);
    await account.open('/login?redirect=/app/profile');
    await account.arrives('/app/profile');
    await account.open('/login?redirect=/app/admin');
    await account.arrives('/login');
    await page.getByText(`You’re signed in as ${who.email}, and that account can’t see the page`).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Continue' }).count()).toBe(0);
    // Without a wanted page, no message mentions one.
    await account.open('/login?reset=session');
    await page.getByText(`You’re signed in as ${who.email}. To use another account`).waitFor();
    await page.getByRole('link', { name: 'Go to your account' }).click();
    await account.arrives('/app');
  });

  test('a user who signs in with another account without access reads so each time, in a focused message', async () => {
    const who = customer(`Tries Twice ${scripts ? 'With' : 'Without'}`);
    await createAccount(who, shop);
    const account = new AccountPage(await shop.visit({ scripts, in: 'chromium', size: 'phone' }));
    const { page } = account;
    const refusal = page.getByRole('alert').filter({ hasText: `signed in as ${who.email}, and that account can’t` });
    await account.open('/login?reset=session&redirect=/app/admin');
    for (let count = 0; count < 2; count++) {
      await account.signIn(who);
      await refusal.and(page.locator(':focus')).waitFor();
      await expectVisibleFocus(page);
      await account.ready();
    }
    await account.signIn({ ...who, password: 'not the password' });
    await page.locator(':focus').filter({ hasText: 'Email or password is wrong' }).waitFor();
    await account.signIn(OWNER_ACCOUNT);
    await account.arrives('/app/admin');
    await expect.poll(() => refusal.count()).toBe(0);
  });

  test('an admin whose session has ended reads that a command did nothing, and is led back to it', async () => {
    const who = customer(`Stays In ${scripts ? 'With' : 'Without'}`);
    await createAccount(who, shop);
    const account = await signedIn('/app/admin/users');
    const { page } = account;
    const search = `?search=${encodeURIComponent(who.email)}`;
    const disable = async () => {
      await page.getByText('Disable', { exact: true }).click();
      await page.getByRole('button', { name: 'Yes, disable' }).click();
    };
    await account.open(`/app/admin/users${search}`);
    await page.context().clearCookies({ name: 'session' });
    await account.button(`Change ${who.name}`).click();
    await disable();
    await account.arrives('/login');
    await account.heading('You’ve been signed out').waitFor();
    await page.getByText('Nothing was changed').waitFor();
    await account.signIn(OWNER_ACCOUNT);
    await account.arrives('/app/admin/users');
    expect(new URL(page.url()).search).toBe(search);
    await account.heading('This hasn’t been done yet').waitFor();
    const row = page.getByRole('row').filter({ hasText: who.email });
    await expect.poll(() => row.getByText('Disabled').count()).toBe(0);
    await account.button(`Change ${who.name}`).click();
    await disable();
    await page.getByText(`${who.name} is disabled`).waitFor();
  });
});

test.each([
  ['/app', 'Profile', 'One moment…'],
  ['/app/admin/users', 'Stats', 'Counting…'],
  ['/book', 'your account', 'Looking up your bookings…'],
])(
  'a visitor at %s who opens another page while the session is checked slowly sees its skeleton',
  async (from, to, says) => {
    const account = new AccountPage(await shop.visit());
    const { page } = account;
    await account.signInByCall(OWNER_ACCOUNT, shop, from);
    const before = await page.getByRole('heading', { level: 1 }).innerText();
    // What the page was loaded with is two seconds old, so it is asked for again.
    await page.evaluate(() => {
      const { now } = Date;
      Date.now = () => now() + 2000;
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(
      (url) => url.pathname === rpcPath('session'),
      async (route) => {
        await promise;
        await route.continue();
      },
    );
    await page.getByRole('link', { name: to }).first().click();
    const skeleton = page.getByRole('main').getByText(says);
    await skeleton.waitFor();
    await expect.poll(() => page.getByRole('heading', { level: 1, name: before, exact: true }).count()).toBe(0);
    resolve();
    await skeleton.waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1 }).filter({ visible: true }).waitFor();
  },
);

import { expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { AccountPage, type Customer, OWNER_ACCOUNT, customer, linkIn, openShopWithOwner } from './account-page.ts';
import { type Visitor, delayApp } from './browser.ts';
import { changePassword, changeProfile, registerAndSignIn, resetPassword } from './engines/account-flows.ts';

const shop = openShopWithOwner();

test('without script, an account is created, confirmed, signed in, changed, reset and deleted', async () => {
  const account = new AccountPage(await shop.visit({ scripts: false, size: 'phone' }));
  const { page } = account;
  const who = customer('Life Without');
  await registerAndSignIn(account, shop, who);
  await changeProfile(account);

  const moved = { ...who, email: `moved.${who.email}` };
  const mail = account.part('Email');
  await mail.getByLabel('New email address').fill(moved.email);
  await mail.getByLabel('Your password').fill('not the password');
  await account.button('Change my email address').click();
  await mail.getByText('Error: ').waitFor();
  await expect.poll(() => mail.getByLabel('New email address').inputValue()).toBe(moved.email);
  await mail.getByLabel('Your password').fill(who.password);
  await account.button('Change my email address').click();
  await page.getByText('We’ve emailed both addresses.').waitFor();
  await mail.getByText('Open the links we sent to both addresses.').waitFor();
  const confirmNew = linkIn(await shop.mail(moved.email, /^Confirm your new/), '/verify-email');
  expect(await (await shop.fetch(confirmNew)).text()).toContain('Sign in first');
  await account.open(confirmNew);
  await account.button('Confirm this address').click();
  await account.arrives('/app/profile');
  await mail.getByText('Now open the link we sent to the old one.').waitFor();
  await account.open(linkIn(await shop.mail(who.email, /^Change your email/), '/verify-email'));
  await account.button('Yes, change it').click();
  await account.arrives('/app/profile');
  await mail.getByText(moved.email).waitFor();

  await changePassword(account, who);
  await account.signOut();
  const renewed = await resetPassword(account, shop, moved);

  await deleteAccount(account, renewed);
});

async function deleteAccount(account: AccountPage, who: Customer): Promise<void> {
  await account.open('/app/profile');
  const end = account.part('Delete your account');
  await end.getByText('What goes').waitFor();
  await end.getByText('What stays').waitFor();
  await end.getByLabel('Your password').fill('not the password');
  await account.button('Delete my account').click();
  await end.getByText('Error: ').waitFor();
  await end.getByLabel('Your password').fill(who.password);
  await account.button('Delete my account').click();
  await account.arrives('/', 'Your account is deleted.');
  // It stays there, unlike a toast, and only there.
  const said = account.page.getByRole('main').getByText('Your account is deleted.');
  await said.waitFor();
  await account.page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
  await account.heading('Two lengths, two prices').waitFor();
  await expect.poll(() => said.count()).toBe(0);
  await account.open('/login');
  await account.signIn(who);
  await account.heading('Email or password is wrong').waitFor();
}

// What the server answers to calls and to plain forms with such addresses is tested in threats/sign-in.ts.
test('with scripts, signing in never leads to another site', async () => {
  const redirect = '/.//evil.example';
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

const FAILING = [
  {
    path: '/register',
    from: '/login',
    link: 'Create an account',
    failing: 'firstUser',
    title: 'The sign-up page didn’t load',
  },
  { path: '/login', from: '/register', link: 'Sign in', failing: 'session', title: 'The sign-in page didn’t load' },
];

test('a slow page shows its skeleton after 200 ms, and the sign-in pages have their own text for a failed load and for mail that can’t be sent', async () => {
  const visitor = await shop.visit();
  const account = new AccountPage(visitor);
  const { page } = account;
  const release = await delayApp(page, call('firstUser'));
  await account.open('/login');
  await page.getByRole('link', { name: 'Create an account' }).click();
  const shape = page.getByRole('status').filter({ hasText: 'One moment' });
  await shape.waitFor();
  // The text for screen readers; then a title, five inputs and two lines.
  await expect.poll(() => shape.locator('> span[aria-hidden]').count()).toBe(8);
  release();
  await account.heading('Create an account').waitFor();

  for (const { path, from, link, failing, title } of FAILING) {
    await account.open(from);
    await page.route(call(failing), (route) => route.fulfill({ status: 400, body: 'no' }));
    await page.getByRole('main').getByRole('link', { name: link }).click();
    await account.heading(title).waitFor();
    await page.unroute(call(failing));
    await page.getByRole('link', { name: 'Try Again' }).click();
    await account.heading(title).waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe(path);
    expectReports(visitor);
  }

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

import { expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { problems } from './accessibility.ts';
import { AccountPage, OWNER_ACCOUNT, createAccount, customer, linkIn, openShopWithOwner } from './account-page.ts';
import { delayApp, hydrated } from './browser.ts';
import { expectVisibleFocus, tabTo } from './keyboard.ts';
import { bookByCalls } from './manage-page.ts';

const shop = openShopWithOwner();

test('the sign-in pages are accessible in every state', async () => {
  const account = new AccountPage(await shop.visit());
  const { page } = account;
  const found: string[] = [];
  const look = async () => void found.push(...(await problems(page)));

  for (const path of ['/login?reset=session&redirect=/app/admin', '/reset-password', '/verify-email']) {
    await account.open(path);
    await look();
  }
  await account.open('/register');
  await account.button('Create account').click();
  await page.getByText('Enter your name.').waitFor();
  await look();
  await account.open('/login');
  await account.signIn(customer('Not Known'));
  await account.heading('Email or password is wrong').waitFor();
  await look();
  expect(found).toEqual([]);
});

test('the pages of a forgotten password are accessible', async () => {
  const who = customer('Reads Mail');
  await createAccount(who, shop);
  const account = new AccountPage(await shop.visit());
  const { page } = account;
  await account.open('/forgot-password');
  await page.getByLabel('Email').fill(who.email);
  await account.button('Send the link').click();
  await account.heading('Check your email').waitFor();
  const found = await problems(page);
  await account.open(linkIn(await shop.mail(who.email, /^Choose a new password/), '/reset-password'));
  found.push(...(await problems(page)));
  expect(found).toEqual([]);
});

test('the signed-in area is accessible', async () => {
  const who = customer('Has Mail');
  const account = new AccountPage(await shop.visit());
  const { page } = account;
  await account.registerByCalls(who, shop);
  const found: string[] = [];
  const look = async () => void found.push(...(await problems(page)));
  await account.open('/app/profile');
  for (const name of ['Change my email address', 'Change my password', 'Delete my account']) {
    await account.button(name).click();
  }
  await account.part('Delete your account').getByText('Error: ').waitFor();
  await look();
  await account.part('Email').getByLabel('New email address').fill('other@example.com');
  await account.part('Email').getByLabel('Your password').fill(who.password);
  await account.button('Change my email address').click();
  await account.heading('Your email address is about to change').waitFor();
  await look();
  await account.open('/login?reset=session&redirect=/app/admin');
  await account.signIn(OWNER_ACCOUNT);
  await account.arrives('/app/admin');
  await look();
  await account.open('/app/admin/users');
  await look();
  expect(found).toEqual([]);
});

test('an account is created, confirmed and deleted by keyboard alone', async () => {
  const who = customer('Only Keys');
  const account = new AccountPage(await shop.visit());
  const { page } = account;
  const { keyboard } = page;
  await page.goto('/');
  await hydrated(page);
  await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Sign in' }));
  await keyboard.press('Enter');
  await account.arrives('/login');
  await tabTo(page, page.getByRole('link', { name: 'Create an account' }));
  await keyboard.press('Enter');
  await account.arrives('/register');

  // Sent empty first: the focus goes to the first error, and Tab continues from there.
  await tabTo(page, account.button('Create account'));
  await keyboard.press('Enter');
  await page.getByLabel('Name').and(page.locator(':focus')).waitFor();
  await expectVisibleFocus(page);
  await keyboard.type(who.name);
  await keyboard.press('Tab');
  await keyboard.type(who.email);
  await keyboard.press('Tab');
  await keyboard.type(who.password);
  await keyboard.press('Enter');
  await account.heading('Check your email').waitFor();

  await account.open(linkIn(await shop.mail(who.email, /^Confirm your email/), '/verify-email'));
  await tabTo(page, page.getByLabel('Password'));
  await keyboard.type(who.password);
  await keyboard.press('Enter');
  await account.arrives('/app');
  // From the top again: the navigation is above the heading, which has the focus now.
  await account.open('/app');
  await tabTo(page, page.getByRole('link', { name: 'Profile' }));
  await keyboard.press('Enter');
  await account.arrives('/app/profile');
  await tabTo(page, account.part('Delete your account').getByLabel('Your password'));
  await keyboard.type(who.password);
  await tabTo(page, account.button('Delete my account'));
  await keyboard.press('Enter');
  await account.arrives('/', 'Your account is deleted.');
  expect(await account.page.context().cookies()).toEqual([]);
});

test('each field has its `autocomplete` for password managers', async () => {
  const account = new AccountPage(await shop.visit({ scripts: false }));
  const { page } = account;
  const told = async () => {
    const fields = await page.getByRole('main').locator('input[autocomplete]').all();
    return Promise.all(
      fields.map((field) => Promise.all([field.getAttribute('name'), field.getAttribute('autocomplete')])),
    );
  };
  await account.open('/register');
  await expect
    .poll(() => told())
    .toEqual([
      ['name', 'name'],
      ['email', 'username'],
      ['password', 'new-password'],
    ]);
  await account.open('/login?redirect=/app/profile');
  await expect
    .poll(() => told())
    .toEqual([
      ['email', 'username'],
      ['password', 'current-password'],
    ]);
  await account.signIn(OWNER_ACCOUNT);
  await account.arrives('/app/profile');
  await expect
    .poll(() => told())
    .toEqual([
      ['name', 'name'],
      ['phone', 'tel'],
      ['address', 'address-line1'],
      ['email', 'email'],
      ['password', 'current-password'],
      [null, 'username'],
      ['current', 'current-password'],
      ['password', 'new-password'],
      [null, 'username'],
      ['password', 'current-password'],
    ]);
});

test('the dashboard shows a skeleton of three cards and five rows while it loads slowly', async () => {
  const visitor = await shop.visit();
  const { page } = visitor;
  const account = new AccountPage(visitor);
  await account.registerByCalls(customer('Waits'), shop, '/app/profile');
  const release = await delayApp(page, `**${rpcPath('dashboard')}*`);
  await page.getByRole('link', { name: 'Your visits' }).first().click();
  await page.locator('[data-skeleton=card]').first().waitFor();
  await expect.poll(() => page.locator('[data-skeleton=card]').count()).toBe(3);
  await expect.poll(() => page.locator('[data-skeleton=row]').count()).toBe(5);
  expect(await problems(page)).toEqual([]);
  release();
  await page.getByRole('heading', { name: 'No bookings yet' }).waitFor();
  await expect.poll(() => page.locator('[data-skeleton]').count()).toBe(0);
});

test('the dashboard is accessible, full and empty, with all bookings', async () => {
  const who = customer('Looks Closely');
  const visitor = await shop.visit();
  const { page } = visitor;
  for (const after of [0, 12, 13]) await bookByCalls(shop, { date: await shop.day(after), claim: 'am' }, who.name);
  await new AccountPage(visitor).registerByCalls(who, shop);
  await page.getByRole('region', { name: 'Bookings' }).waitFor();
  expect(await problems(page)).toEqual([]);
  await new AccountPage(visitor).open('/app/bookings?filter=cancelled');
  expect(await problems(page)).toEqual([]);
});

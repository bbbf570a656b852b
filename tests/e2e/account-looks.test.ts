import { expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { problems } from './accessibility.ts';
import {
  AccountPage,
  OWNER_ACCOUNT,
  createAccount,
  customer,
  linkIn,
  openShopWithOwner,
  signedIn,
} from './account-page.ts';
import { delayApp, follow, hydrated } from './browser.ts';
import { expectVisibleFocus, tabTo } from './keyboard.ts';
import { bookByCalls } from './manage-page.ts';

const shop = openShopWithOwner();

test('the sign-in pages and the signed-in area are accessible in every state, as is the dashboard while it loads: three cards and five rows', async () => {
  const account = new AccountPage(await shop.visit());
  const { page } = account;
  const found: string[] = [];
  const look = async () => void found.push(...(await problems(page)));

  await account.open('/login?reset=session&redirect=/app/admin');
  await look();
  for (const path of ['/reset-password', '/verify-email']) {
    await follow(page, path);
    await look();
  }
  await follow(page, '/register');
  await account.button('Create account').click();
  await page.getByText('Enter your name.').waitFor();
  await look();
  await follow(page, '/login');
  await account.signIn(customer('Not Known'));
  await account.heading('Email or password is wrong').waitFor();
  await look();

  const who = customer('Reads Mail');
  await createAccount(who, shop);
  await follow(page, '/forgot-password');
  await page.getByLabel('Email').fill(who.email);
  await account.button('Send the link').click();
  await account.heading('Check your email').waitFor();
  await look();
  await follow(page, linkIn(await shop.mail(who.email, /^Choose a new password/), '/reset-password'));
  await look();

  await account.signInByCall(who, shop, '/app/profile');
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

  for (const after of [0, 12, 13]) await bookByCalls(shop, { date: await shop.day(after), claim: 'am' }, who.name);
  const release = await delayApp(page, `**${rpcPath('dashboard')}*`);
  await page.getByRole('link', { name: 'Your visits' }).filter({ visible: true }).first().click();
  await page.locator('[data-skeleton=card]').first().waitFor();
  await expect.poll(() => page.locator('[data-skeleton=card]').count()).toBe(3);
  await expect.poll(() => page.locator('[data-skeleton=row]').count()).toBe(5);
  await look();
  release();
  await page.getByRole('region', { name: 'Bookings' }).waitFor();
  await expect.poll(() => page.locator('[data-skeleton]').count()).toBe(0);
  await look();
  await follow(page, '/app/bookings?filter=cancelled');
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
  await account.heading('No bookings yet').waitFor();
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
  const told = async (path: string, headers = {}) => {
    const html = await (await shop.fetch(path, { headers })).text();
    const fields = html.replace(/^.*<main/s, '').match(/<input[^>]* autocomplete[^>]*>/gi) ?? [];
    const read = (field: string, name: string) => new RegExp(` ${name}="([^"]*)"`, 'i').exec(field)?.[1] ?? null;
    return fields.map((field) => [read(field, 'name'), read(field, 'autocomplete')]);
  };
  expect(await told('/register')).toEqual([
    ['name', 'name'],
    ['email', 'username'],
    ['password', 'new-password'],
  ]);
  expect(await told('/login?redirect=/app/profile')).toEqual([
    ['email', 'username'],
    ['password', 'current-password'],
  ]);
  expect(await told('/app/profile', await signedIn(OWNER_ACCOUNT, shop))).toEqual([
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

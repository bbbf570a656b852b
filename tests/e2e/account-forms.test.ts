/** Account forms while scripts run, and forms whose user was signed out meanwhile. */
import type { Locator, Page, Request } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import {
  AccountPage,
  OWNER_ACCOUNT,
  createAccount,
  customer,
  openOwnerBrowser,
  openShopWithOwner,
  signedIn,
} from './account-page.ts';
import { BookingPage, person } from './booking-page.ts';
import { delayApp } from './browser.ts';

const shop = openShopWithOwner();
const openAsOwner = openOwnerBrowser(shop);
const BOB = customer('Bert Beside');

beforeAll(() => createAccount(BOB, shop));

/** The URL pattern of a call. */
function call(name: string): string {
  return `**${rpcPath(name)}**`;
}

function sent(page: Page, name: string): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === rpcPath(name)) requests.push(request);
  });
  return requests;
}

test('a form is sent once, however often its button is pressed, and says at once that it is being sent', async () => {
  const account = new AccountPage(await shop.visit());
  const { page } = account;
  const who = customer('Presses Twice');
  const requests = sent(page, 'register');
  await account.open('/register');
  const release = await delayApp(page, call('register'));
  await page.getByLabel('Name').fill(who.name);
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password').fill(who.password);
  await account.button('Create account').click();
  const busy = account.button('One moment…');
  await busy.waitFor();
  await expect.poll(() => busy.getAttribute('aria-disabled')).toBe('true');
  await busy.click({ force: true });
  await page.getByLabel('Name').press('Enter');
  release();
  await account.heading('Check your email').waitFor();
  expect(requests).toHaveLength(1);
});

test('values typed in one form stay while another form of the page is sent', async () => {
  const { account, page } = await openAsOwner('/app/profile');
  const about = account.part('About you');
  const field = account.part('Email').getByLabel('New email address');
  await field.fill('half typed');
  const release = await delayApp(page, call('session'));
  await about.getByLabel('Street address').fill('12 Oak Street');
  await account.button('Save').click();
  await page.getByText('Saved.').waitFor();
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Profile');
  release();
  await account.button('Save').waitFor();
  await expect.poll(() => field.inputValue()).toBe('half typed');
});

test('a customer who was signed out meanwhile reads so, keeps the typed values, and sends them after signing in', async () => {
  const { account, page } = await openAsOwner('/app/profile');
  const about = account.part('About you');
  await about.getByLabel('Street address').fill('7 Long Lane, typed with care');
  await page.context().clearCookies();
  await account.button('Save').click();
  await account.heading('You’ve been signed out').waitFor();
  expect(new URL(page.url()).pathname).toBe('/app/profile');
  const [tab] = await Promise.all([page.waitForEvent('popup'), about.getByRole('link', { name: 'Sign in' }).click()]);
  const other = new AccountPage({ page: tab, scripts: true });
  await other.arrives('/login');
  await other.signIn(OWNER_ACCOUNT);
  await other.arrives('/app/profile');
  await tab.close();
  await expect.poll(() => about.getByLabel('Street address').inputValue()).toBe('7 Long Lane, typed with care');
  await account.button('Save').click();
  await page.getByText('Saved.').waitFor();
  await page.reload();
  await account.ready();
  await expect.poll(() => about.getByLabel('Street address').inputValue()).toBe('7 Long Lane, typed with care');
});

test('after success the page keeps its scroll position, and the focus is visible', async () => {
  for (let count = 0; count < 2; count++) await signedIn(OWNER_ACCOUNT, shop);
  const { account, page } = await openAsOwner('/app/profile');
  const place = async (button: Locator) => {
    await button.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
    return page.evaluate(() => scrollY);
  };
  const devices = account.part('Where you’re signed in');
  const heading = devices.getByRole('heading', { name: 'Where you’re signed in' });

  const save = account.button('Save');
  const before = await place(save);
  expect(before).toBeGreaterThan(0);
  await save.click();
  await page.getByText('Saved.').waitFor();
  await save.waitFor();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
  await save.and(page.locator(':focus')).waitFor();

  await devices.getByRole('listitem').filter({ hasNotText: 'This device' }).first().getByRole('button').click();
  await page.getByText('That device is signed out.').waitFor();
  await heading.and(page.locator(':focus')).waitFor();
  await account.button('Sign out every other device').click();
  await page.getByText('You’re signed out on every other device.').waitFor();
  await expect.poll(() => devices.getByRole('listitem').count()).toBe(1);
  await heading.and(page.locator(':focus')).waitFor();
  await expect.poll(() => heading.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0);
  await expect
    .poll(() => heading.evaluate((element) => element.getBoundingClientRect().bottom < innerHeight))
    .toBe(true);
});

/** As in another tab of the same browser, the owner signs out and another account signs in. */
async function turnsOver(account: AccountPage): Promise<void> {
  const { request } = account.page;
  await request.post(rpcPath('signOut'), { data: {}, headers: await account.callHeaders() });
  const { email, password } = BOB;
  const answer = await request.post(rpcPath('signIn'), { data: { email, password }, headers: { origin: shop.origin } });
  expect(answer.status()).toBe(200);
}

test('values typed into a former user’s booking form are not booked for another account', async () => {
  const visitor = await shop.visit({ size: 'phone' });
  const account = new AccountPage(visitor);
  const { page } = account;
  const alice = OWNER_ACCOUNT;
  await account.signInByCall(alice, shop, `/book?service=half-day&date=${await shop.day(3)}&claim=am`);
  const booking = new BookingPage(visitor);
  await booking.fillIn(person(alice.name));
  await turnsOver(account);
  await booking.send();
  await page.getByText('Someone else is signed in now').first().waitFor();
  await account.ready();
  await page.waitForURL((url) => url.pathname + url.search === '/book');
  const form = page.locator('.booking-form');
  await expect.poll(() => form.locator('[name=name]').inputValue()).toBe(BOB.name);
  await expect.poll(() => form.locator('[name=address]').inputValue()).toBe('');
  await expect.poll(() => form.locator('[name^=slot]:checked').count()).toBe(0);
  expect(await page.content()).not.toContain(alice.name);
  expect(await page.content()).not.toContain(alice.email);
  await page.reload();
  await account.ready();
  await expect.poll(() => form.locator('[name=name]').inputValue()).toBe(BOB.name);
  await expect.poll(() => form.locator('[name=address]').inputValue()).toBe('');
});

test('without scripts, values that a browser restores on Back are not another account’s', async () => {
  const visitor = await shop.visit({ scripts: false });
  const account = new AccountPage(visitor);
  const { page } = account;
  await account.signInByCall(OWNER_ACCOUNT, shop, '/app/profile');
  const typedIn = { '/app/profile': 'Street address', '/book': 'Notes' } as const;
  for (const [path, label] of Object.entries(typedIn)) {
    await account.open(path);
    await page.getByLabel(label).fill('the key is under the mat');
    await account.open('/pricing');
    await page.goBack();
    await account.arrives(path);
    await expect.poll(() => page.getByLabel(label).inputValue()).toBe('the key is under the mat');
  }
  await account.open('/pricing');
  await turnsOver(account);
  for (const [path, label] of Object.entries(typedIn).toReversed()) {
    await page.goBack();
    await account.arrives(path);
    await expect.poll(() => page.getByRole('main').getByLabel('Name').inputValue()).toBe(BOB.name);
    await expect.poll(() => page.getByLabel(label).inputValue()).toBe('');
  }
});

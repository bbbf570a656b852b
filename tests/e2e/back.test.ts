/** Back in a browser with a bfcache: after signing in and out, to a booking form, and after a choice of theme or consent. */
import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { PATIENCE_MS } from '#tests/patience.ts';
import { AccountPage, customer, createAccount, openShopWithOwner } from './account-page.ts';
import { BookingPage, person, slotText } from './booking-page.ts';
import { hydrated, ignoreAbortedStep } from './browser.ts';
import { tagSettings, watch } from './tagged-shop.ts';

const shop = openShopWithOwner({ hasBfcache: true }, tagSettings('ask'));

/** The text of the page and the values of its visible fields; null while its script may still reload it. */
function readPage(scripts: boolean): string | null {
  const [entry] = performance.getEntriesByType('navigation');
  const isBack = entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward';
  const { hidden, dataset } = document.documentElement;
  if (scripts && ((isBack && location.pathname === '/book') || hidden || 'left' in dataset)) return null;
  const fields = document.querySelectorAll<HTMLInputElement>('input:not([type=hidden]):not([hidden]), textarea');
  const typed = [...fields].filter(({ type }) => type !== 'radio' && type !== 'checkbox').map(({ value }) => value);
  return [document.querySelector('main')?.innerText, ...typed].join('\n');
}

/** Marks a page from `pagehide` to `pageshow`, because a test can read it before its script follows the return. */
async function markLeftPages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener('pagehide', () => (document.documentElement.dataset['left'] = ''));
    addEventListener('pageshow', () => delete document.documentElement.dataset['left']);
  });
}

/** Stores the notes that the booking form shows whenever a page of this tab is left. */
async function storeNotesOnLeave(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener('pagehide', () => {
      const notes = document.querySelector<HTMLTextAreaElement>('textarea[name=notes]');
      if (notes?.checkVisibility({ visibilityProperty: true }))
        sessionStorage.setItem('notes-left', (sessionStorage.getItem('notes-left') ?? '') + notes.value);
    });
  });
}

async function readOnceSettled(page: Page): Promise<string> {
  const text = await page.waitForFunction(readPage, true);
  return (await text.jsonValue()) ?? '';
}

/** Goes back to the first page of this visit, and returns all text read on the way. */
async function backToFirst(account: AccountPage, first: string, scripts = true): Promise<string> {
  const { page } = account;
  const seen: string[] = [];
  do {
    await page.goBack({ waitUntil: 'commit' }).catch(ignoreAbortedStep);
    // If a page redirects, two steps can merge, and the second leaves the site.
    if (page.url() === 'about:blank') break;
    await account.ready();
    seen.push(scripts ? await readOnceSettled(page) : ((await page.evaluate(readPage, scripts)) ?? ''));
  } while (new URL(page.url()).pathname !== first);
  return seen.join('\n');
}

test('without scripts, Back after signing out shows neither the password nor data of the account', async () => {
  const who = customer('Goes Back');
  await createAccount(who, shop);
  const account = new AccountPage(await shop.visit({ scripts: false }));
  await account.open('/pricing');
  await account.open('/login?redirect=/app/profile');
  await account.signIn(who);
  await account.arrives('/app/profile');
  await account.part('About you').getByLabel('Street address').fill('7 Long Lane');
  await account.open('/app');
  await account.signOut();
  const seen = await backToFirst(account, '/pricing', false);
  expect([who.password, who.name, '7 Long Lane'].filter((text) => seen.includes(text))).toEqual([]);
});

test('Back after signing out shows nothing of the account, nor what was typed before signing in', async () => {
  const who = customer('Typed Before');
  await createAccount(who, shop);
  const account = new AccountPage(await shop.visit());
  const { page } = account;
  await markLeftPages(page);
  await storeNotesOnLeave(page);
  await account.open('/pricing');
  await account.open('/book');
  await page.getByLabel('Notes').fill('The key is under the mat');
  await account.open('/login?redirect=/app/profile');
  await account.signIn(who);
  await account.arrives('/app/profile');
  await account.part('About you').getByLabel('Street address').fill('7 Long Lane');
  await account.open('/app');
  await account.signOut();
  await page.evaluate(() => sessionStorage.removeItem('notes-left'));
  const seen = await backToFirst(account, '/pricing');
  const secrets = [who.email, who.password, who.name, '7 Long Lane', 'under the mat'];
  expect(secrets.filter((text) => seen.includes(text))).toEqual([]);
  // Not even until the restored page is reloaded.
  expect(await page.evaluate(() => sessionStorage.getItem('notes-left') ?? '')).toBe('');
});

test('a bfcached page works again, shows the hold that was made from it, and stays cleared once that is given back', async () => {
  const visitor = await shop.visit();
  const { page } = visitor;
  const booking = new BookingPage(visitor);
  const slot = { date: await shop.day(1), claim: 'am' } as const;
  const who = person('Kept Alive');
  await page.addInitScript(() => {
    addEventListener('pageshow', ({ persisted }) => Reflect.set(window, 'wasKept', persisted));
  });
  await booking.open();
  await booking.choose(slot);
  await booking.fillIn(who);
  await booking.sendToPay();
  const checkout = page.url();

  await page.goBack({ waitUntil: 'commit' });
  await page.getByRole('heading', { name: `You’re holding ${slotText(slot)}` }).waitFor();
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'wasKept'))).toBe(true);
  await booking.holds(who);
  await booking.hasChosen(slot);
  await booking.sendToPay();
  expect(page.url()).toBe(checkout);

  await shop.passMinutes(31);
  await page.goBack({ waitUntil: 'commit' });
  await page.getByRole('heading', { name: 'Your hold ended before you paid' }).waitFor();
  await booking.holds(who);
  await booking.sendToPay();
  expect(page.url()).not.toBe(checkout);
  await page.goBack({ waitUntil: 'commit' });
  await booking.button('Give the time back').click();
  await page.getByText('You’ve given the time back').waitFor();
  await page.goBack({ waitUntil: 'commit' });
  await page.waitForFunction((name) => {
    const field = document.querySelector<HTMLInputElement>('input[name=name]');
    return field !== null && field.value !== name;
  }, who.name);
  await booking.ready();
  for (const label of ['City', 'Street address', 'Notes', 'Name', 'Email', 'Phone']) {
    await expect.poll(() => page.getByLabel(label).inputValue()).toBe('');
  }
  await expect.poll(() => page.getByRole('checkbox', { name: who.task, includeHidden: true }).isChecked()).toBe(false);
  await expect.poll(() => page.getByRole('heading', { name: /^You’re holding/ }).count()).toBe(0);
});

const QUESTION = { name: 'Can Google count your visit?' };

async function answer(page: Page, choice: 'Accept' | 'Reject'): Promise<void> {
  await page.getByRole('button', { name: choice }).first().click();
  await page.locator(`html[data-consent=${choice.toLowerCase()}ed]`).waitFor();
}

let account: AccountPage;
let page: Page;
let seen: Awaited<ReturnType<typeof watch>>;

/** Opens a page, and waits until it measures its speed. */
async function open(path: string): Promise<void> {
  const visitor = await shop.visit();
  account = new AccountPage(visitor);
  ({ page } = account);
  seen = await watch(visitor, shop.origin);
  const scripts: string[] = [];
  page.on('requestfinished', (request) => void scripts.push(request.url()));
  const html = await (await shop.fetch(path)).text();
  const measuring = /data-measuring="([^"]+)"/.exec(html)?.[1];
  await page.goto(path);
  await hydrated(page);
  await vi.waitUntil(() => scripts.some((url) => url.endsWith(measuring!)), PATIENCE_MS);
}

const views = () => seen.events('page_view').map(({ page_path }) => page_path);
const isAsked = () => page.getByRole('region', QUESTION).isVisible();
const hasDataLayer = () => page.evaluate(() => Array.isArray(window.dataLayer));

/** Leaves the page for another, acts there, and goes back. */
async function returnAfter(path: string, act: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => Reflect.set(window, 'isSame', true));
  await page.goto(path);
  await hydrated(page);
  await act();
  await page.goBack({ waitUntil: 'commit' });
}

/** Whether the document wasn't reloaded. */
const isSame = () => page.evaluate(() => Reflect.has(window, 'isSame'));

test('Back to a document shows what was chosen meanwhile and counts it once accepted; signing in or out reloads it', async () => {
  await open('/legal/privacy');
  await returnAfter('/legal/terms', async () => {
    await page.getByLabel('Theme').selectOption('Dark');
    await answer(page, 'Accept');
  });
  await page.locator('html[data-theme=dark]').waitFor();
  await expect.poll(isAsked).toBe(false);
  await expect.poll(() => views().at(-1)).toBe('/legal/privacy');
  await page.getByText('You accepted, so it’s loaded').waitFor();
  expect(await isSame()).toBe(true);
  const before = views().length;
  await page.goto('/legal/terms');
  await page.goBack({ waitUntil: 'commit' });
  await expect.poll(() => views().slice(before)).toContain('/legal/privacy');
  expect(await isSame()).toBe(true);

  // It's loaded again once its visitor has signed in or out since.
  const who = customer('Reads Again');
  await createAccount(who, shop);
  const name = page.getByRole('banner').getByText('(your account)');
  await account.signInByCall(who, shop, '/about');
  await page.goBack({ waitUntil: 'commit' });
  await name.waitFor();
  expect(new URL(page.url()).pathname).toBe('/legal/privacy');
  const headers = await account.callHeaders();
  await page.goto('/about');
  await page.request.post(rpcPath('signOut'), { data: {}, headers });
  await page.goBack({ waitUntil: 'commit' }).catch(ignoreAbortedStep);
  await name.waitFor({ state: 'detached' });
});

test('Back to the booking form reloads it without the tag manager if the visitor rejected meanwhile', async () => {
  await open('/book');
  await answer(page, 'Accept');
  await expect.poll(views).toEqual(['/book']);
  await returnAfter('/legal/privacy', () => answer(page, 'Reject'));
  await expect.poll(isSame).toBe(false);
  await hydrated(page);
  expect(await isAsked()).toBe(false);
  expect(await hasDataLayer()).toBe(false);
  // No view after the answer.
  expect(views().lastIndexOf('/book')).toBe(0);
});

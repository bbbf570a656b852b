/** The browser's Back after signing out, in a browser with a bfcache. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { delayApp, ignoreAbortedStep } from './browser.ts';
import { AccountPage, type ChromiumAccountPage, customer, createAccount, openShopWithOwner } from './account-page.ts';

const shop = openShopWithOwner({ hasBfcache: true });

/** A name for each attempt: an account is registered once. */
let attempts = 0;

function named(name: string): string {
  attempts += 1;
  return `${name} ${attempts}`;
}

/** The text of the page and the values of its fields, without hidden ones; `null` while its script is about to reload it. */
function readPage(scripts: boolean): string | null {
  const [entry] = performance.getEntriesByType('navigation');
  const isStored = entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward';
  const { hidden, dataset } = document.documentElement;
  if (scripts && ((isStored && location.pathname === '/book') || hidden || 'left' in dataset)) return null;
  const fields = document.querySelectorAll<HTMLInputElement>('input:not([type=hidden]):not([hidden]), textarea');
  const typed = [...fields].filter(({ type }) => type !== 'radio' && type !== 'checkbox').map(({ value }) => value);
  return [document.querySelector('main')?.innerText, ...typed].join('\n');
}

/** Marks a page that is left, until it is told that it was restored from the bfcache: a test may look earlier than its script. */
async function markLeftPages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener('pagehide', () => (document.documentElement.dataset['left'] = ''));
    addEventListener('pageshow', () => delete document.documentElement.dataset['left']);
  });
}

/** Has each page of this tab remember, when it is left, the notes that were on show in its booking form. */
async function rememberNotesLeft(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener('pagehide', () => {
      const notes = document.querySelector<HTMLTextAreaElement>('textarea[name=notes]');
      if (notes?.checkVisibility({ visibilityProperty: true }))
        sessionStorage.setItem('notes-left', (sessionStorage.getItem('notes-left') ?? '') + notes.value);
    });
  });
}

async function readOnceBegun(page: Page): Promise<string> {
  const text = await page.waitForFunction(readPage, true);
  return (await text.jsonValue()) ?? '';
}

/** Goes back to the first page of this visit. Resolves with all text read on the way. */
async function backToTheStart(account: ChromiumAccountPage, first: string, scripts = true): Promise<string> {
  const { page } = account;
  const seen: string[] = [];
  do {
    await page.goBack({ waitUntil: 'commit' }).catch(ignoreAbortedStep);
    // Where a page redirects, two steps may be taken at once, and the second ends before the visit.
    if (page.url() === 'about:blank') break;
    await account.ready();
    seen.push(scripts ? await readOnceBegun(page) : ((await page.evaluate(readPage, scripts)) ?? ''));
  } while (new URL(page.url()).pathname !== first);
  return seen.join('\n');
}

test.each([true, false])('shows neither a password nor data of the account, scripts %s', async (scripts) => {
  const who = customer(named('Goes Back'));
  await createAccount(who, shop);
  const account = new AccountPage(await shop.visit({ scripts, in: 'chromium' }));
  const { page } = account;
  if (scripts) await markLeftPages(page);
  await account.open('/pricing');
  await account.open('/login?redirect=/app/profile');
  await account.signIn(who);
  await account.arrives('/app/profile');
  await account.part('About you').getByLabel('Street address').fill('7 Long Lane');
  await account.open('/book');
  await page.getByLabel('Notes').fill('The key is under the mat');
  await account.open('/app');
  await account.signOut();
  const seen = await backToTheStart(account, '/pricing', scripts);
  expect([who.password, who.name, '7 Long Lane', 'under the mat'].filter((text) => seen.includes(text))).toEqual([]);
});

test('shows neither the address while scripts run, nor values typed before signing in', async () => {
  const who = customer(named('Typed Before'));
  await createAccount(who, shop);
  const account = new AccountPage(await shop.visit());
  await markLeftPages(account.page);
  await rememberNotesLeft(account.page);
  await account.open('/pricing');
  await account.open('/book');
  await account.page.getByLabel('Notes').fill('The key is under the mat');
  await account.open('/login?redirect=/app');
  await account.signIn(who);
  await account.arrives('/app');
  await account.signOut();
  await account.page.evaluate(() => sessionStorage.removeItem('notes-left'));
  const seen = await backToTheStart(account, '/pricing');
  expect([who.email, who.password, who.name, 'under the mat'].filter((text) => seen.includes(text))).toEqual([]);
  // Not even for the moment before the bfcached page is reloaded.
  expect(await account.page.evaluate(() => sessionStorage.getItem('notes-left') ?? '')).toBe('');
});

test('leads to a bfcached page of the account only as long as the account is signed in', async () => {
  const who = customer(named('Other Tab'));
  await createAccount(who, shop);
  const visitor = await shop.visit();
  const account = new AccountPage(visitor);
  const { page } = account;
  await account.open('/');
  const tab = new AccountPage({ ...visitor, page: await visitor.context.newPage() });
  await tab.open('/login?redirect=/app');
  await tab.signIn(who);
  await tab.arrives('/app');
  // In a document that was rendered for a visitor without account.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sign in' }).click();
  await account.arrives('/app');
  await page.getByText(`Signed in as ${who.name}`).waitFor();
  await account.open('/pricing');
  await tab.signOut();
  await page.goBack({ waitUntil: 'commit' });
  await account.arrives('/login');
  expect(await page.content()).not.toContain(who.name);
});

test('leads to pages whose header says that the visitor has signed in or out since', async () => {
  const who = customer(named('Signed In Since'));
  await createAccount(who, shop);
  const account = new AccountPage(await shop.visit());
  const { page } = account;
  const name = page.getByRole('banner').getByText('(your account)');
  const backTo = async (path: string) => {
    do {
      await page.goBack({ waitUntil: 'commit' }).catch(ignoreAbortedStep);
      await account.ready();
    } while (new URL(page.url()).pathname !== path);
  };
  await account.open('/');
  await account.open('/book');
  await account.open('/login');
  await account.signIn(who);
  await account.arrives('/app');
  for (const path of ['/book', '/']) {
    await backTo(path);
    await expect.poll(() => name.count()).toBe(1);
  }
  await account.open('/about');
  await expect.poll(() => name.count()).toBe(1);
  await account.open('/app');
  await account.signOut();
  await backTo('/about');
  await expect.poll(() => name.count()).toBe(0);
});

test('a page that was left before the app took over is loaded again', async () => {
  const { page } = await shop.visit();
  await delayApp(page);
  await page.goto('/book');
  await page.evaluate(() => Reflect.set(window, 'isFirst', true));
  await page.goto('/pricing');
  await page.goBack({ waitUntil: 'commit' });
  await page.waitForFunction(() => location.pathname === '/book' && !Reflect.has(window, 'isFirst'));
  expect(await page.evaluate(() => 'taken' in document.documentElement.dataset)).toBe(false);
});

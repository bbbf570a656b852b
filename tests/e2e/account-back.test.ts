/** Back after signing in or out, in a browser with a bfcache. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ignoreAbortedStep } from './browser.ts';
import { AccountPage, customer, createAccount, openShopWithOwner } from './account-page.ts';

const shop = openShopWithOwner({ hasBfcache: true });

let attempts = 0;

/** A new name for each attempt, because a retried test can't register its account again. */
function uniqueName(name: string): string {
  attempts += 1;
  return `${name} ${attempts}`;
}

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

test.each([true, false])(
  'Back after signing out shows neither the password nor data of the account, scripts %s',
  async (scripts) => {
    const who = customer(uniqueName('Goes Back'));
    await createAccount(who, shop);
    const account = new AccountPage(await shop.visit({ scripts }));
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
    const seen = await backToFirst(account, '/pricing', scripts);
    expect([who.password, who.name, '7 Long Lane', 'under the mat'].filter((text) => seen.includes(text))).toEqual([]);
  },
);

test('Back after signing out shows neither the email address nor values typed before signing in', async () => {
  const who = customer(uniqueName('Typed Before'));
  await createAccount(who, shop);
  const account = new AccountPage(await shop.visit());
  await markLeftPages(account.page);
  await storeNotesOnLeave(account.page);
  await account.open('/pricing');
  await account.open('/book');
  await account.page.getByLabel('Notes').fill('The key is under the mat');
  await account.open('/login?redirect=/app');
  await account.signIn(who);
  await account.arrives('/app');
  await account.signOut();
  await account.page.evaluate(() => sessionStorage.removeItem('notes-left'));
  const seen = await backToFirst(account, '/pricing');
  expect([who.email, who.password, who.name, 'under the mat'].filter((text) => seen.includes(text))).toEqual([]);
  // Not even until the restored page is reloaded.
  expect(await account.page.evaluate(() => sessionStorage.getItem('notes-left') ?? '')).toBe('');
});

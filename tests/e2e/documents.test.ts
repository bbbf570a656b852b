/** Documents: their style sheet, toasts and prefetching, the list of services, and the next open times. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Slot } from '#shared/booking/availability.ts';
import { readBookSearch, slotOf } from '#shared/booking/book-search.ts';
import { slotValue } from '#shared/booking/booking-form.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { problems } from './accessibility.ts';
import { AccountPage, customer, createAccount, openShopWithOwner } from './account-page.ts';
import { BookingPage } from './booking-page.ts';
import { SIZES, hydrated } from './browser.ts';

const shop = openShopWithOwner();

/** One of each kind. */
const DOCUMENTS = ['/', '/about', '/pricing', '/services', '/areas', '/areas/ventura', '/legal/terms', '/no-such-page'];

/** Of each element: where it is, its colors and its font. */
function looks(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(document.body.querySelectorAll('*'), (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const { color, backgroundColor, borderColor, font, display } = getComputedStyle(element);
      const style = [color, backgroundColor, borderColor, font, display].join(' ');
      const tag = (element.cloneNode() as Element).outerHTML.slice(0, 80);
      return `${tag} ${x} ${y} ${width} ${height} ${style}`;
    }),
  );
}

test('the smaller style sheet of documents has every rule that they need', async () => {
  const { page } = await shop.visit();
  await page.goto('/login');
  const wholeSheet = await page.locator('link[rel=stylesheet]').getAttribute('href');
  for (const path of DOCUMENTS) {
    await page.goto(path);
    await hydrated(page);
    const before = await looks(page);
    await page.evaluate(async (href) => {
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
      const loaded = new Promise((resolve) => link.addEventListener('load', resolve));
      document.head.append(link);
      await loaded;
      document.querySelector('head style')!.remove();
    }, wholeSheet!);
    const whole = new Set(await looks(page));
    expect([path, before.filter((look) => !whole.has(look))]).toEqual([path, []]);
  }
});

test('a toast of signing out is shown on the home page, announced, and gone after three seconds or when dismissed', async () => {
  const account = new AccountPage(await shop.visit());
  const { page } = account;
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await account.registerByCalls(customer('Leaves With Toast'), shop);
  await account.signOut();
  const toast = page.getByRole('status').getByText('You are signed out.');
  await toast.waitFor({ state: 'detached' });
  await page.evaluate(() => sessionStorage.setItem('toast', JSON.stringify(['Once more.', 'success', true])));
  await page.reload();
  await page.getByRole('status').getByText('Once more.').waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText('Once more.').waitFor({ state: 'detached' });
  await page.reload();
  expect(await page.getByText('Once more.').count()).toBe(0);
});

test('a document that was fetched ahead is not shown after signing in', async () => {
  const who = customer('Fetched Ahead');
  await createAccount(who, shop);
  const { page } = await shop.visit();
  await page.goto('/');
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' });
  const browser = await page.context().newCDPSession(page);
  await browser.send('Preload.enable');
  const fetched = new Promise<void>((resolve) => {
    browser.on('Preload.prefetchStatusUpdated', ({ status }) => {
      if (status === 'Ready') resolve();
    });
  });
  await link.hover();
  await fetched;
  const { email, password } = who;
  await page.evaluate(
    async ([path, body]) => {
      await fetch(path!, { method: 'POST', headers: { 'content-type': 'application/json' }, body: body! });
    },
    [rpcPath('signIn'), JSON.stringify({ email, password })],
  );
  await link.click();
  await page.waitForURL('**/pricing');
  await expect.poll(() => page.getByRole('banner').getByText('(your account)').count()).toBe(1);
});

test('the list of services narrows at each key, and its address and links keep the text', async () => {
  const { page } = await shop.visit();
  await page.goto('/services');
  const field = page.getByRole('textbox', { name: 'What needs doing?' });
  const listed = page.locator('[data-services]').getByRole('listitem');
  await field.pressSequentially('door');
  await page
    .getByRole('status')
    .filter({ hasText: /^\d of 38 kinds of work\.$/ })
    .waitFor();
  const titles = await listed.filter({ visible: true }).allInnerTexts();
  expect(titles).not.toEqual([]);
  expect(titles.filter((text) => !/door/i.test(text))).toEqual([]);
  expect(page.url()).toMatch(/\?find=door$/);

  // Without its script, the address shows the same.
  await page.reload();
  expect(await field.inputValue()).toBe('door');
  expect(await listed.filter({ visible: true }).allInnerTexts()).toEqual(titles);

  await field.fill('doorknob of gold');
  await page.getByText('Nothing on the list says “doorknob of gold”').waitFor();
  expect(await page.getByRole('heading', { level: 3 }).filter({ visible: true }).count()).toBe(0);
  await field.press('Enter');
  expect(page.url()).toMatch(/\?find=doorknob\+of\+gold$/);

  await field.fill('lock');
  await page.getByRole('link', { name: 'Doors and windows' }).first().click();
  await page.waitForURL((url) => url.searchParams.get('group') === 'openings');
  expect(new URL(page.url()).searchParams.get('find')).toBe('lock');
  expect(await field.inputValue()).toBe('lock');
  await field.fill('');
  await page.waitForURL('**/services?group=openings');
  expect(await page.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(['Doors and windows']);
});

test('areas and a list without a match are accessible in every size and theme', async () => {
  const { page } = await shop.visit();
  const found: string[] = [];
  for (const path of ['/areas?place=90210', '/areas/westlake-village', '/services?find=x']) {
    await page.goto(path);
    await hydrated(page);
    found.push(...(await problems(page)));
  }
  expect(found).toEqual([]);
});

const NEXT = { name: 'Open next' };
const HALF = { name: 'Book half day' };

/** The slot that the home page links to. */
async function linkedSlot(page: Page): Promise<Slot> {
  const href = await page.getByRole('region', NEXT).getByRole('link', HALF).getAttribute('href');
  const slot = slotOf(readBookSearch(Object.fromEntries(new URL(href ?? '', shop.origin).searchParams)));
  assert.ok(slot);
  return slot;
}

test('the home page shows the next open slots within one phone screen and links to them', async () => {
  const visitor = await shop.visit({ size: 'phone' });
  const { page } = visitor;
  await page.goto('/');
  const next = page.getByRole('region', NEXT);
  for (const part of [
    page.getByText(/in 21 cities and towns from Goleta to Agoura Hills/),
    next.getByText('$299'),
    next.getByText('$499'),
    next.getByRole('img'),
    next.getByRole('link', HALF),
    next.getByRole('link', { name: 'Book full day' }),
    next.getByRole('link', { name: 'All open times' }),
  ]) {
    const box = await part.boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(SIZES.phone.height);
  }
  const slot = await linkedSlot(page);
  await next.getByRole('link', HALF).click();
  const booking = new BookingPage(visitor);
  await booking.ready();
  // On a phone the form begins at the first unanswered question.
  await expect.poll(() => page.locator('input[name^=slot]:checked').getAttribute('value')).toBe(slotValue(slot));
});

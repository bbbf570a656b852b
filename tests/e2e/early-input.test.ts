import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Slot } from '#shared/booking/availability.ts';
import { picture } from '../pictures.ts';
import { OWNER_ACCOUNT, openShopWithOwner } from './account-page.ts';
import { ANN, BookingPage, slotText } from './booking-page.ts';
import { type Visitor, delayApp, hydrated } from './browser.ts';
import { translate } from './translator.ts';

const shop = openShopWithOwner();

/** What extensions and phones add: an element beside each field, and links around dates. */
async function addForeignElements(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const field of document.querySelectorAll('input, select, textarea'))
      field.after(document.createElement('aside'));
    const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
    const dates: Range[] = [];
    while (walker.nextNode()) {
      const found = /[A-Z][a-z]{2}, [A-Z][a-z]{2} \d+/.exec(walker.currentNode.nodeValue ?? '');
      if (!found) continue;
      const range = document.createRange();
      range.setStart(walker.currentNode, found.index);
      range.setEnd(walker.currentNode, found.index + found[0].length);
      dates.push(range);
    }
    for (const date of dates) {
      const link = document.createElement('a');
      link.href = 'x-apple-data-detectors://0';
      date.surroundContents(link);
    }
  });
}

const PAGES = {
  'as the server sent it': async () => {},
  'with foreign elements': addForeignElements,
  translated: translate,
} as const;

/** Opens a page without the app. Returns what changes the page and then lets the app take over. */
async function open({ page, complaints }: Visitor, path: string, state: keyof typeof PAGES = 'as the server sent it') {
  const letThrough = await delayApp(page);
  await page.goto(path);
  return async () => {
    await PAGES[state](page);
    letThrough();
    await hydrated(page);
    // React reports that it found another page than the server's.
    for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/React error #418/);
  };
}

test.each(['with foreign elements', 'translated'] as const)(
  'what is given before the script starts stays in a booking form %s, with a photo, the focus and the theme',
  async (state) => {
    const visitor = await shop.visit();
    const { page } = visitor;
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
    const takeOver = await open(visitor, '/book', state);
    const slot: Slot = { date: await shop.day(2 + Object.keys(PAGES).indexOf(state)), claim: 'full' };
    const early = new BookingPage({ page, scripts: false });
    await page.getByRole('radio', { name: '$499' }).check();
    await early.choose(slot);
    await early.fillIn(ANN);
    const photo = { name: 'door.jpg', mimeType: 'image/jpeg', buffer: await picture() };
    await page.getByLabel('Photos').setInputFiles(photo);
    const address = page.getByLabel('Street address');
    await address.evaluate((field: HTMLInputElement) => field.setSelectionRange(3, 6));
    await address.focus();
    await takeOver();

    const booking = new BookingPage(visitor);
    const summary = page.getByRole('complementary', { name: 'Your booking' });
    await expect.poll(() => summary.innerText()).toContain(`Full day on ${slotText(slot)}, in Ojai: TV Mounting.`);
    await booking.holds(ANN);
    await booking.hasChosen(slot);
    await page.keyboard.type('Elm');
    expect(await address.inputValue()).toBe('12 Elm Street, Unit 4');
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await expect.poll(() => page.getByRole('img', { name: 'View 1 of the job' }).count()).toBe(1);
    await booking.sendToPay();
    await page.getByRole('heading', { name: 'Pay $499' }).waitFor();
  },
);

test('what is typed before the script starts signs in', async () => {
  const visitor = await shop.visit();
  const { page } = visitor;
  const takeOver = await open(visitor, '/login');
  await page.getByLabel('Email').fill(OWNER_ACCOUNT.email);
  await page.getByLabel('Password').fill(OWNER_ACCOUNT.password);
  await takeOver();
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(OWNER_ACCOUNT.email);
  await expect.poll(() => page.getByLabel('Password').inputValue()).toBe(OWNER_ACCOUNT.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/app');
});

test('a time that is picked while the app takes over is booked, beside what was typed on an earlier visit', async () => {
  const { page } = await shop.visit();
  await page.goto('/book');
  await hydrated(page);
  await page.getByLabel('Notes').fill('Ring twice');
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () =>
      new MutationObserver((_, observer) => {
        if (!('taken' in document.documentElement.dataset)) return;
        observer.disconnect();
        setTimeout(() => document.querySelector<HTMLInputElement>('input[name^=slot]:enabled')!.click());
      }).observe(document.documentElement, { attributes: true }),
    );
  });
  await page.goto('/book');
  await hydrated(page);
  await page
    .getByRole('complementary', { name: 'Your booking' })
    .getByText(/^Half day on/)
    .waitFor();
  expect(await page.locator('input[name^=slot]:checked').count()).toBe(1);
  await expect.poll(() => page.getByLabel('Notes').inputValue()).toBe('Ring twice');
});

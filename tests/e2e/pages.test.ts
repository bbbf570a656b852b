/** How pages look: accessible in every size and theme, with other colors or less motion, and printed. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addDays, addMonths, monthOf } from '#shared/civil-date.ts';
import { brokenTimes, moving, overflow, problems } from './accessibility.ts';
import { BookingPage, pay, person } from './booking-page.ts';
import { SIZES, hydrated } from './browser.ts';
import { bookByCalls } from './manage-page.ts';
import { openShop } from './shop.ts';

const shop = openShop();

describe('accessible in every size and theme:', () => {
  test('the pages without forms', async () => {
    const { page } = await shop.visit();
    const found: string[] = [];
    // `/about`: in `consent.test.ts`.
    for (const path of ['/', '/pricing', '/legal/terms', '/nowhere']) {
      await page.goto(path);
      await hydrated(page);
      for (const fold of await page.getByRole('main').locator('summary').all()) await fold.click();
      found.push(...(await problems(page)));
    }
    expect(found).toEqual([]);
  });

  test('the booking page, unfolded, with errors and a month, and the pages before and after payment', async () => {
    const visitor = await shop.visit();
    const { page } = visitor;
    const found: string[] = [];
    const look = async () => void found.push(...(await problems(page)));
    const booking = new BookingPage(visitor);
    await booking.open();
    const folds = page.getByRole('main').locator('details');
    await folds.evaluateAll((all) => all.forEach((fold) => fold.setAttribute('open', '')));
    await look();
    await page.setViewportSize(SIZES.desktop);
    await booking.send();
    await booking.notice(/answers need another look/).waitFor();
    await look();

    await page.setViewportSize(SIZES.desktop);
    await booking.choose({ date: await shop.day(3), claim: 'am' });
    await booking.fillIn(person('Yet To Pay'));
    await folds.evaluateAll((all) => all.forEach((fold) => fold.removeAttribute('open')));
    const today = await shop.today();
    await booking.showMonth(addDays(today, 31), today);
    await look();
    await page.setViewportSize(SIZES.desktop);
    await booking.sendToPay();
    const checkout = page.url();
    await page.goto('/book');
    await booking.ready();
    await page.getByRole('heading', { name: /^You’re holding/ }).waitFor();
    await look();
    await page.goto(checkout);
    await pay(page);
    await page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
    await hydrated(page);
    await look();
    expect(found).toEqual([]);
  });

  test('a mail', async () => {
    const { who } = await bookByCalls(shop, { date: await shop.day(4), claim: 'pm' }, 'Gets Mail');
    const { id } = await shop.mail(who.email, /\(booked\)$/);
    const { page } = await shop.visit();
    await page.goto(`/dev/mailbox/${id}`);
    expect(await problems(page)).toEqual([]);
  });
});

test('a month of the booking page fits a phone without scripts', async () => {
  const { page } = await shop.visit({ scripts: false, size: 'phone' });
  await page.goto(`/book?month=${addMonths(monthOf(await shop.today()), 1)}`);
  expect(await overflow(page)).toBe(0);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('alert').waitFor();
  expect(await overflow(page)).toBe(0);
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 640 });
    expect([width, await overflow(page), await brokenTimes(page)]).toEqual([width, 0, []]);
  }
});

test('with forced colors the chosen time differs from the others; animations stop as soon as less motion is asked for', async () => {
  const { page } = await shop.visit();
  await page.emulateMedia({ forcedColors: 'active' });
  const month = addMonths(monthOf(await shop.today()), 1);
  await page.goto(`/book?service=half-day&month=${month}&date=${month}-03&claim=pm`);
  const outlineOf = (state: string) =>
    page
      .locator('.radio-chip', { has: page.locator(`input${state}`) })
      .first()
      .evaluate((chip) => getComputedStyle(chip).outlineStyle);
  expect([await outlineOf(':checked'), await outlineOf(':not(:checked)')]).toEqual(['solid', 'none']);
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference' });
  await expect.poll(() => moving(page)).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(() => moving(page)).toBe(0);
});

/** About the width of Letter paper between its margins. */
const PAPER = '720px';

/** In a wide window, because media queries still match the window when WebKit prints. */
async function printed(page: Page): Promise<void> {
  await hydrated(page);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate((width) => document.body.style.setProperty('width', width), PAPER);
}

test.each(['desktop', 'phone'] as const)(
  'the booking form is printed with all its questions, on a %s',
  async (size) => {
    const { page } = await shop.visit({ size });
    await page.goto('/book');
    await printed(page);
    const questions = page.locator('[data-step-of]').filter({ visible: true });
    expect(await questions.count()).toBe(5);
    // In a grid or with a longer heading, WebKit breaks fields in two or leaves a gap below the heading.
    const looks = await questions.evaluateAll((all) =>
      all.map((each) => [
        getComputedStyle(each.parentElement!).display,
        getComputedStyle(each.querySelector('legend > h2')!, '::after').content,
      ]),
    );
    expect(new Set(looks.map(String))).toEqual(new Set(['block,none']));
    const morning = page.getByRole('radio', { name: /Morning/ }).first();
    const { width } = await morning.evaluate((radio) => radio.closest('label')!.getBoundingClientRect());
    expect(width).toBeGreaterThan(150);
    const chosen = page.getByRole('radio', { checked: true }).first();
    expect(await chosen.evaluate((radio) => getComputedStyle(radio).printColorAdjust)).toBe('exact');
  },
);

test('a visit is printed on white, with dark letters on its buttons, and without an empty page after it', async () => {
  const { link } = await bookByCalls(shop, { date: await shop.day(5), claim: 'am' }, 'Prints It');
  const { page } = await shop.visit();
  await page.goto(link);
  await printed(page);
  const minHeight = await page.locator('body').evaluate((body) => getComputedStyle(body).minHeight);
  expect(minHeight).toBe('0px');
  expect(await page.locator('html').evaluate((html) => getComputedStyle(html).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
  const button = page.getByRole('link', { name: 'Pick another time' });
  // Its color changes by a transition.
  await expect.poll(() => button.evaluate((link) => getComputedStyle(link).color)).toBe('rgb(27, 29, 33)');
});

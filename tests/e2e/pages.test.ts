import { describe, expect, test } from 'vitest';
import { addMonths, monthOf } from '#shared/civil-date.ts';
import { brokenTimes, moving, overflow, problems } from './accessibility.ts';
import { BookingPage, pay, person } from './booking-page.ts';
import { hydrated } from './browser.ts';
import { bookByCalls } from './manage-page.ts';
import { openShop } from './shop.ts';

const shop = openShop();

describe('accessible in every size and theme:', () => {
  test('the pages without forms', async () => {
    const { page } = await shop.visit();
    const found: string[] = [];
    for (const path of ['/', '/pricing', '/about', '/legal/terms', '/nowhere']) {
      await page.goto(path);
      await hydrated(page);
      for (const fold of await page.getByRole('main').locator('summary').all()) await fold.click();
      found.push(...(await problems(page)));
    }
    expect(found).toEqual([]);
  });

  test('the booking page with everything unfolded', async () => {
    const { page } = await shop.visit();
    await page.goto('/book');
    await hydrated(page);
    for (const fold of await page.getByRole('main').locator('summary').all()) await fold.click();
    expect(await problems(page)).toEqual([]);
  });

  test('the booking page with a month', async () => {
    const { page } = await shop.visit();
    const month = addMonths(monthOf(await shop.today()), 1);
    await page.goto(`/book?service=half-day&month=${month}&date=${month}-03&claim=pm`);
    await hydrated(page);
    await page.getByRole('table').waitFor();
    expect(await problems(page)).toEqual([]);
  });

  test('the booking page with errors', async () => {
    const visitor = await shop.visit();
    const booking = new BookingPage(visitor);
    await booking.open();
    await booking.send();
    await booking.notice(/answers need another look/).waitFor();
    expect(await problems(visitor.page)).toEqual([]);
  });

  test('the pages of a visitor before and after payment', async () => {
    const visitor = await shop.visit();
    const { page } = visitor;
    const booking = new BookingPage(visitor);
    await booking.open({ date: await shop.day(3), claim: 'am' });
    await booking.fillIn(person('Yet To Pay'));
    await booking.sendToPay();
    const checkout = page.url();
    await page.goto('/book');
    await booking.ready();
    await page.getByRole('heading', { name: /^You’re holding/ }).waitFor();
    expect(await problems(page)).toEqual([]);
    await page.goto(checkout);
    await pay(page);
    await page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
    await hydrated(page);
    expect(await problems(page)).toEqual([]);
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

test('with forced colors the chosen time still differs from the others', async () => {
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
});

test('animations stop as soon as the visitor asks for reduced motion', async () => {
  const { page } = await shop.visit();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/book');
  await expect.poll(() => moving(page)).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(() => moving(page)).toBe(0);
});

import { describe, expect, test } from 'vitest';
import { addMonths, monthOf } from '#shared/civil-date.ts';
import { brokenTimes, moving, overflow, problems } from './accessibility.ts';
import { BookingPage, pay, person } from './booking-page.ts';
import { hydrated } from './browser.ts';
import { openShop } from './shop.ts';

const shop = openShop();

describe('accessible in every size and theme:', () => {
  test('the pages without forms', async () => {
    const { page } = await shop.visit();
    const found: string[] = [];
    for (const path of ['/', '/pricing', '/about', '/legal/terms', '/legal/privacy', '/nowhere', '/dev/clock']) {
      await page.goto(path);
      if (!path.startsWith('/dev/')) await hydrated(page);
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

  test('the booking page after its time was lost', async () => {
    const visitor = await shop.visit();
    const booking = new BookingPage(visitor);
    const slot = { date: await shop.day(1), claim: 'full' } as const;
    await booking.open(slot);
    await booking.fillIn(person('Lost One'));
    await shop.holdAsOtherVisitor(slot);
    await booking.send();
    await booking.notice('That time has just been taken').waitFor();
    expect(await problems(visitor.page)).toEqual([]);
  });

  test('the pages of a visitor before payment', async () => {
    const visitor = await shop.visit();
    const { page } = visitor;
    const booking = new BookingPage(visitor);
    await booking.open({ date: await shop.day(3), claim: 'am' });
    await booking.fillIn(person('Yet To Pay'));
    await booking.sendToPay();
    await pay(page, 'Decline the card');
    await page.getByRole('alert').waitFor();
    expect(await problems(page)).toEqual([]);

    await page.goto('/book');
    await booking.ready();
    await page.getByRole('heading', { name: /^You’re holding/ }).waitFor();
    expect(await problems(page)).toEqual([]);
  });

  test('the pages of a visitor after payment', async () => {
    const visitor = await shop.visit();
    const { page } = visitor;
    const booking = new BookingPage(visitor);
    await booking.open({ date: await shop.day(3), claim: 'pm' });
    await booking.fillIn(person('Has Paid'));
    await booking.sendToPay();
    const checkout = page.url();
    await pay(page);
    await page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
    await hydrated(page);
    expect(await problems(page)).toEqual([]);

    await page.goto(checkout);
    await page.getByText('This is paid.').waitFor();
    expect(await problems(page)).toEqual([]);
    await page.goto('/book/confirmation?status=confirmed&service=half-day&eventId=unknown');
    await hydrated(page);
    expect(await problems(page)).toEqual([]);
  });

  test('the mailbox and a mail', async () => {
    const who = person('Gets Mail');
    const held = await shop.hold({ date: await shop.day(4), claim: 'pm' }, { name: who.name, email: who.email });
    const { redirect } = (await held.json()) as { redirect: string };
    await shop.fetch(redirect, { method: 'POST', body: new URLSearchParams({ way: 'pay' }) });
    const { id } = await shop.mail(who.email, /\(booked\)$/);
    const { page } = await shop.visit();
    await page.goto('/dev/mailbox');
    expect(await problems(page)).toEqual([]);
    await page.goto(`/dev/mailbox/${id}`);
    expect(await problems(page)).toEqual([]);
  });

  test('the booking page after a hold has lapsed', async () => {
    const visitor = await shop.visit();
    const booking = new BookingPage(visitor);
    await booking.open({ date: await shop.day(5), claim: 'am' });
    await booking.fillIn(person('Lapsed One'));
    await booking.sendToPay();
    await shop.passMinutes(31);
    await visitor.page.goto('/book');
    await booking.ready();
    await visitor.page.getByRole('heading', { name: 'Your hold ended before you paid' }).waitFor();
    expect(await problems(visitor.page)).toEqual([]);
  });
});

test.each(['/book', '/book?service=full-day', '/book?month=2027-02'])(
  '%s fits a phone without scripts',
  async (path) => {
    const { page } = await shop.visit({ scripts: false, size: 'phone' });
    await page.goto(path);
    expect(await overflow(page)).toBe(0);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.getByRole('alert').waitFor();
    expect(await overflow(page)).toBe(0);
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 640 });
      expect([width, await overflow(page), await brokenTimes(page)]).toEqual([width, 0, []]);
    }
  },
);

test('animations stop as soon as the visitor asks for reduced motion', async () => {
  const { page } = await shop.visit();
  await page.goto('/dev/components');
  await expect.poll(() => moving(page)).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(() => moving(page)).toBe(0);
});

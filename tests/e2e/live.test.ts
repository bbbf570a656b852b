import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { addDays } from '#shared/civil-date.ts';
import { BookingPage, dayText, slotText } from './booking-page.ts';
import { ManagePage, bookByCalls } from './manage-page.ts';
import { openShop } from './shop.ts';

const shop = openShop();

const LINE = rpcPath('availabilityLive');

function isLine(request: { url(): string }): boolean {
  return request.url().includes(LINE);
}

/** Simulates that the tab is hidden or shown again. */
function show(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  return page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

test('the loss of the chosen slot is shown at once, with the nearest open ones', async () => {
  const visitor = await shop.visit({ size: 'phone' });
  const booking = new BookingPage(visitor);
  const slot = { date: await shop.day(1), claim: 'pm' } as const;
  await booking.open();
  await booking.choose(slot);
  await shop.holdAsOtherVisitor(slot);
  const notice = booking.notice('That time has just been taken');
  await notice.getByRole('button').first().click();
  await visitor.page
    .getByRole('complementary', { name: 'Your booking' })
    .getByText(/^Half day on/)
    .waitFor();
  await expect.poll(() => booking.slot(slot).count()).toBe(0);
});

test('a visitor who picks another slot while the previous one is being lost keeps the new one', async () => {
  const visitor = await shop.visit();
  const { page } = visitor;
  const booking = new BookingPage(visitor);
  const slot = { date: await shop.day(0), claim: 'am' } as const;
  const other = { date: await shop.day(2), claim: 'pm' } as const;
  await booking.open();
  await booking.choose(slot);
  const third = { date: await shop.day(0), claim: 'pm' } as const;
  const { promise: picked, resolve: pick } = Promise.withResolvers<void>();
  const looks = (url: URL) => url.pathname === rpcPath('availability') || url.pathname === rpcPath('currentHold');
  await page.route(looks, async (route) => {
    await picked;
    await route.continue();
  });
  const asked = page.waitForRequest((request) => looks(new URL(request.url())));
  await shop.holdAsOtherVisitor(slot);
  await asked;
  await booking.slot(other).check();
  const answered = page.waitForResponse((response) => looks(new URL(response.url())));
  pick();
  await answered;
  await shop.holdAsOtherVisitor(third);
  await booking.slot(third).waitFor({ state: 'detached' });
  await expect.poll(() => booking.slot(other).isChecked()).toBe(true);
  await expect.poll(() => booking.notice('That time has just been taken').count()).toBe(0);
});

test('the month view and the move form do the same; the visit’s own slot stays', async () => {
  const visitor = await shop.visit();
  const own = { date: await shop.day(3), claim: 'am' } as const;
  const other = { date: await shop.day(4), claim: 'am' } as const;
  const { link } = await bookByCalls(shop, own, 'Looks On');
  const manage = new ManagePage(visitor);
  await manage.open(link);
  await manage.follow('Pick another time');
  const picker = new BookingPage(visitor);
  await visitor.page.getByText('Your visit now').waitFor();
  await expect.poll(() => picker.slot(own).count()).toBe(0);
  await shop.holdAsOtherVisitor(other);
  await picker.slot(other).waitFor({ state: 'detached' });
  await visitor.page.getByText('Your visit now').waitFor();
  await picker.showMonth(other.date, await shop.today());
  const later = { ...other, claim: 'pm' } as const;
  await picker.slot(later).check();
  await shop.holdAsOtherVisitor(later);
  await picker.notice('That time has just been taken').getByText('Your visit stays where it was.').waitFor();
  await manage.says(`Now ${slotText(own)}.`);
  await expect.poll(() => picker.slot(later).count()).toBe(0);
});

test('the stream ends when the tab is hidden, and reopens with all changes since', async () => {
  const visitor = await shop.visit();
  const { page } = visitor;
  const booking = new BookingPage(visitor);
  const slot = { date: await shop.day(6), claim: 'am' } as const;
  const begun = page.waitForRequest(isLine);
  await booking.open();
  await booking.showMonth(slot.date, await shop.today());
  await begun;
  await booking.slot(slot).waitFor();
  const ended = page.waitForEvent('requestfailed', isLine);
  await show(page, 'hidden');
  expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
  await shop.holdAsOtherVisitor(slot);
  await booking.slot(slot).waitFor();
  const again = page.waitForRequest(isLine);
  await show(page, 'visible');
  await again;
  await booking.slot(slot).waitFor({ state: 'detached' });
});

test('a page for which the server has no stream left asks again when it becomes visible', async () => {
  const visitor = await shop.visit();
  const { page } = visitor;
  await page.route(
    (url) => url.pathname === LINE,
    (route) => route.fulfill({ status: 503, json: { refusal: 'busy', message: 'busy' } }),
  );
  const booking = new BookingPage(visitor);
  const slot = { date: await shop.day(2), claim: 'am' } as const;
  await booking.open();
  await booking.slot(slot).waitFor();
  await show(page, 'hidden');
  await shop.holdAsOtherVisitor(slot);
  await show(page, 'visible');
  await booking.slot(slot).waitFor({ state: 'detached' });
  await expect.poll(() => booking.slot({ ...slot, claim: 'pm' }).isEnabled()).toBe(true);
});

test('a dropped stream is reopened', async () => {
  const visitor = await shop.visit();
  const { page } = visitor;
  let dropped = 0;
  await page.route(
    (url) => url.pathname === LINE,
    (route) => {
      dropped += 1;
      return dropped === 1
        ? route.fulfill({ status: 200, contentType: 'application/x-ndjson', body: '' })
        : route.continue();
    },
  );
  const booking = new BookingPage(visitor);
  const slot = { date: await shop.day(7), claim: 'am' } as const;
  await booking.open();
  await booking.showMonth(slot.date, await shop.today());
  await booking.slot(slot).waitFor();
  await shop.holdAsOtherVisitor(slot);
  await booking.slot(slot).waitFor({ state: 'detached' });
  expect(dropped).toBeGreaterThan(1);
});

test('a page open at midnight shows the new day, and reports a chosen slot that has passed', async () => {
  const visitor = await shop.visit();
  const { page } = visitor;
  const booking = new BookingPage(visitor);
  const [today, date] = [await shop.today(), await shop.day(-1)];
  const { link } = await bookByCalls(shop, { date: await shop.day(9), claim: 'am' }, 'Stays Open');
  await booking.open();
  await booking.slot({ date, claim: 'am' }).check();
  const mover = await shop.visit();
  const manage = new ManagePage(mover);
  await manage.open(link);
  await manage.follow('Pick another time');
  const picker = new BookingPage(mover);
  await picker.slot({ date, claim: 'am' }).check();

  // A browser may manage a visit for a day after it opened the link: the customer opens it in another tab now and then.
  const tab = await mover.context.newPage();
  for (const hours of [20, 20, 8]) {
    await tab.goto(link);
    await shop.passMinutes(hours * 60);
  }
  // A lost slot makes the server write to the streams at once instead of with the next heartbeat.
  await shop.holdAsOtherVisitor({ date: await shop.day(20), claim: 'am' });
  for (const { page: own, notice } of [
    { page, notice: booking.notice('That time is no longer open') },
    { page: mover.page, notice: picker.notice('That time is no longer open') },
  ]) {
    await notice.waitFor();
    await own
      .getByRole('listitem')
      .filter({ hasText: 'Tomorrow.' })
      .filter({ hasText: dayText(addDays(date, 2)) })
      .waitFor();
    for (const gone of [today, date]) {
      const listed = own.getByRole('listitem').filter({ hasText: dayText(gone) });
      await expect.poll(() => listed.count()).toBe(0);
    }
  }
});

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { addDays } from '#shared/civil-date.ts';
import { BookingPage, dayText } from './booking-page.ts';
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

  // A browser may manage a visit for a day after it opened the link: the customer sometimes opens it in another tab.
  for (const hours of [20, 20, 8]) {
    await mover.page.request.get(link);
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

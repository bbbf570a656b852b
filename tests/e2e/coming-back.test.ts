import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { slotValue } from '#shared/booking-form.ts';
import { BookingPage } from './booking-page.ts';
import { openShop } from './shop.ts';

/** The values of the times that are ticked, whether they are on show or not. */
function ticked(page: Page): Promise<string[]> {
  return page
    .locator('input[name=slot]:checked')
    .evaluateAll((radios: HTMLInputElement[]) => radios.map((radio) => radio.value));
}

describe.each([true, false])('a page that was not kept, come back to, scripts %s', (scripts) => {
  const shop = openShop();

  test('the time that was picked is ticked, or none: never the one that now stands in its place', async () => {
    const visitor = await shop.visit({ scripts });
    const { page } = visitor;
    const booking = new BookingPage(visitor);
    const slot = { date: await shop.day(2), claim: 'pm' } as const;
    await booking.open();
    await booking.choose(slot);
    await page.goto('/legal/terms');
    await shop.lose({ date: await shop.day(0), claim: 'am' });
    await page.goBack();
    await booking.ready();
    if (scripts) await booking.hasChosen(slot);
    await page.reload();
    await booking.ready();
    expect([[], [slotValue(slot)]]).toContainEqual(await ticked(page));
  });
});

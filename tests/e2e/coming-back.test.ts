import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { slotValue } from '#shared/booking/booking-form.ts';
import { BookingPage, pay, person, slotText } from './booking-page.ts';
import { openShop } from './shop.ts';

/** The values of the checked slots, visible or not. */
function ticked(page: Page): Promise<string[]> {
  return page
    .locator('input[name^=slot]:checked')
    .evaluateAll((radios: HTMLInputElement[]) => radios.map((radio) => radio.value));
}

describe.each([true, false])('Back to a page that is not in the bfcache, scripts %s', (scripts) => {
  const shop = openShop();

  test('the chosen slot is checked, or none: never the one that is now in its place', async () => {
    const visitor = await shop.visit({ scripts });
    const { page } = visitor;
    const booking = new BookingPage(visitor);
    const slot = { date: await shop.day(2), claim: 'pm' } as const;
    await booking.open();
    await booking.choose(slot);
    await page.goto('/legal/terms');
    await shop.holdAsOtherVisitor({ date: await shop.day(0), claim: 'am' });
    await page.goBack();
    await booking.ready();
    if (scripts) await booking.hasChosen(slot);
    await page.reload();
    await booking.ready();
    expect([[], [slotValue(slot)]]).toContainEqual(await ticked(page));
  });
});

describe('with scripts', () => {
  const shop = openShop();

  test('a slot held or booked in another tab is shown as the visitor’s own', async () => {
    const visitor = await shop.visit();
    const slot = { date: await shop.day(2), claim: 'am' } as const;
    const first = new BookingPage(visitor);
    const second = new BookingPage({ ...visitor, page: await visitor.context.newPage() });
    const who = person('Two Tabs');
    await first.open(slot);
    await second.open(slot);
    await second.fillIn(who);
    await first.fillIn(who);
    await first.sendToPay();
    await second.page.getByRole('heading', { name: `You’re holding ${slotText(slot)}` }).waitFor();
    await second.hasChosen(slot);
    await second.holds(who);
    await expect.poll(() => second.page.getByRole('alert').count()).toBe(0);
    const other = { ...slot, claim: 'pm' } as const;
    await second.choose(other);
    await second.page.getByText(`Below, ${slotText(other)} is picked.`).waitFor();
    await pay(first.page);
    await second.page.getByRole('heading', { name: `You’ve booked ${slotText(slot)}` }).waitFor();
    await second.slot(slot).waitFor({ state: 'detached' });
    await expect.poll(() => second.page.getByRole('alert').count()).toBe(0);
  });
});

describe.each([true, false])('answers that were cleared, bfcache: %s', (hasBfcache) => {
  const shop = openShop({ hasBfcache });

  test('stay cleared after Back', async () => {
    const visitor = await shop.visit();
    const { page } = visitor;
    const booking = new BookingPage(visitor);
    const slot = { date: await shop.day(0), claim: 'am' } as const;
    const who = person('Leaves No Trace');
    await booking.open(slot);
    await booking.fillIn(who);
    await booking.sendToPay();
    await page.goBack({ waitUntil: 'commit' });
    await booking.button('Give the time back').click();
    await page.getByText('You’ve given the time back').waitFor();
    await page.goBack({ waitUntil: 'commit' });
    await page.waitForFunction((name) => {
      const field = document.querySelector<HTMLInputElement>('input[name=name]');
      return field !== null && field.value !== name;
    }, who.name);
    await booking.ready();
    for (const label of ['City', 'Street address', 'Notes', 'Name', 'Email', 'Phone']) {
      await expect.poll(() => page.getByLabel(label).inputValue()).toBe('');
    }
    await expect
      .poll(() => page.getByRole('checkbox', { name: who.task, includeHidden: true }).isChecked())
      .toBe(false);
    await expect.poll(() => page.getByRole('heading', { name: /^You’re holding/ }).count()).toBe(0);
  });
});

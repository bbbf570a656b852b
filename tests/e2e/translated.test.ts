import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Slot } from '#shared/booking/availability.ts';
import { openShopWithOwner } from './account-page.ts';
import { BookingPage, person, slotText } from './booking-page.ts';
import { translate, unseenTexts } from './translator.ts';

const shop = openShopWithOwner();

function summary(page: Page, name = 'Your booking'): Promise<string> {
  return page.getByRole('complementary', { name }).innerText();
}

test('the booking form of a translated page shows the price and the terms of the chosen time', async () => {
  const [visitor, other] = [await shop.visit(), await shop.visit()];
  const [translated, plain] = [new BookingPage(visitor), new BookingPage(other)];
  const { page } = visitor;
  await translated.open();
  await plain.open();
  await translate(page);
  const slots: readonly Slot[] = [
    // Too late to move or cancel it for free.
    { date: await shop.day(-1), claim: 'pm' },
    { date: await shop.day(1), claim: 'full' },
  ];
  for (const slot of slots) {
    for (const booking of [translated, plain]) {
      const price = slot.claim === 'full' ? '$499' : '$299';
      await booking.page.getByRole('radio', { name: price }).check();
      await booking.choose(slot);
      await booking.button(`Pay ${price} and book`).waitFor();
    }
    await expect.poll(() => summary(other.page)).toContain(slotText(slot));
    await expect.poll(async () => summary(page)).toBe(await summary(other.page));
  }

  await translated.send();
  await translated.notice('5 answers need another look').waitFor();
  await page.getByLabel('Name').fill('Ann');
  await translated.notice('4 answers need another look').waitFor();
  await translated.button('More days').click();
  await translated.button('Back to the next open days').click();
  await translated.fillIn(person('Trans Lated'));
  await expect.poll(() => summary(page)).toContain('in Ojai: TV Mounting');
  expect(await unseenTexts(page)).toEqual([]);
  await translated.sendToPay();
});

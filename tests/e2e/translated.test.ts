import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Slot } from '#shared/booking/availability.ts';
import { addDays, shortDate } from '#shared/civil-date.ts';
import { AccountPage, OWNER_ACCOUNT, openShopWithOwner } from './account-page.ts';
import { BookingPage, person, slotText } from './booking-page.ts';
import { ManagePage, bookByCalls } from './manage-page.ts';
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
    { date: await shop.day(1), claim: 'am' },
    // Too late to move or cancel it for free.
    { date: await shop.day(-1), claim: 'pm' },
    { date: await shop.day(3), claim: 'full' },
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

test('the move form of a translated page names the chosen time', async () => {
  const { link } = await bookByCalls(shop, { date: await shop.day(6), claim: 'am' }, 'Moves Translated');
  const visitor = await shop.visit();
  const { page } = visitor;
  const manage = new ManagePage(visitor);
  await manage.open(link);
  await manage.follow('Pick another time');
  await manage.heading('Move your visit');
  await translate(page);
  const picker = new BookingPage(visitor);
  const times: readonly Slot[] = [
    { date: await shop.day(2), claim: 'am' },
    { date: await shop.day(-1), claim: 'pm' },
    { date: await shop.day(4), claim: 'pm' },
  ];
  for (const time of times) {
    await picker.slot(time).check();
    await expect.poll(() => summary(page, 'Your visit')).toContain(`Moves to ${slotText(time)}.`);
  }
  await expect.poll(() => summary(page, 'Your visit')).not.toContain('oo late');
  expect(await unseenTexts(page)).toEqual([]);
  await page.getByRole('button', { name: `Move it to ${slotText(times[2]!)}` }).click();
  await manage.heading('Your visit');
  await manage.stands(times[2]!);
});

test('the owner closes and opens time in a translated schedule', async () => {
  const date = addDays(await shop.today(), 12);
  await bookByCalls(shop, { date, claim: 'am' }, 'Stays Translated');
  const account = new AccountPage(await shop.visit());
  const { page } = account;
  await account.signInByCall(OWNER_ACCOUNT, shop);
  await account.open(`/app/admin/schedule?date=${date}`);
  await translate(page);
  const [close, open] = [
    account.button(`Close the afternoon of ${shortDate(date)}`),
    account.button(`Open the afternoon of ${shortDate(date)} again`),
  ];
  for (const _ of [1, 2]) {
    await close.click();
    await open.click();
  }
  await close.waitFor();
  await page.getByRole('link', { name: 'Next day' }).click();
  await page.getByRole('heading', { name: shortDate(addDays(date, 1)) }).waitFor();
  await page.getByRole('link', { name: 'Week', exact: true }).click();
  await page.getByRole('link', { name: 'Previous week' }).click();
  await page.getByRole('link', { name: 'Month', exact: true }).click();
  await page.getByRole('table').waitFor();
  expect(await unseenTexts(page)).toEqual([]);
});

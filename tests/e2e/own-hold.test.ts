/** A customer moves a visit while they hold a slot for another one. */
import { describe, expect, test } from 'vitest';
import { BookingPage, person, slotText } from './booking-page.ts';
import { type Visitor } from './browser.ts';
import { ManagePage, bookByCalls } from './manage-page.ts';
import { openShop } from './shop.ts';

type Slot = Parameters<typeof bookByCalls>[1];

async function holds(visitor: Visitor, slot: Slot, name: string): Promise<BookingPage> {
  const booking = new BookingPage(visitor);
  await booking.open(slot);
  await booking.fillIn(person(name));
  await booking.sendToPay();
  return booking;
}

const MOVE = /^Move (?:the visit|it to .*)$/;
const TAKEN = 'That time has just been taken';

describe('while a slot is chosen', () => {
  const shop = openShop();

  test('a slot held in another tab stays chosen, and is labeled as held', async () => {
    const visitor = await shop.visit();
    const visit = { date: await shop.day(20), claim: 'am' } as const;
    const wanted = { date: await shop.day(1), claim: 'am' } as const;
    const { link } = await bookByCalls(shop, visit, 'Two Minds');
    const manage = new ManagePage(visitor);
    await manage.open(link);
    await manage.follow('Pick another time');
    const picker = new BookingPage(visitor);
    await picker.slot(wanted).check();
    const page = await visitor.context.newPage();
    await holds({ ...visitor, page }, wanted, 'Two Minds Held');
    await visitor.page.bringToFront();
    await visitor.page.getByRole('heading', { name: `You’re holding ${slotText(wanted)}` }).waitFor();
    await expect.poll(() => picker.slot(wanted).isChecked()).toBe(true);
    await expect.poll(() => picker.notice(TAKEN).count()).toBe(0);
    // Later changes in the stream do not alter it.
    await shop.holdAsOtherVisitor({ ...wanted, claim: 'pm' });
    await picker.slot({ ...wanted, claim: 'pm' }).waitFor({ state: 'detached' });
    await expect.poll(() => picker.slot(wanted).isChecked()).toBe(true);
    await visitor.page.getByRole('button', { name: MOVE }).click();
    await manage.heading('Your visit');
    await manage.stands(wanted);
  });

  test('the picker links to paying for or releasing the hold', async () => {
    const visitor = await shop.visit();
    const visit = { date: await shop.day(21), claim: 'am' } as const;
    const hold = { date: await shop.day(3), claim: 'am' } as const;
    const { link } = await bookByCalls(shop, visit, 'Gives Back');
    const { page } = await holds(visitor, hold, 'Gives Back Held');
    await new ManagePage(visitor).open(link);
    await page.goto(`${page.url()}/reschedule`);
    const banner = page.getByRole('heading', { name: `You’re holding ${slotText(hold)}` });
    await banner.waitFor();
    await page.getByRole('link', { name: 'pay for it or give it back' }).click();
    await page.getByRole('button', { name: 'Give the time back' }).click();
    await page.getByText('You’ve given the time back.').first().waitFor();
    await expect.poll(() => banner.count()).toBe(0);
  });
});

/** A customer moves a visit while they hold a slot for another one. */
import { describe, expect, test } from 'vitest';
import { BookingPage, pay, person, slotText } from './booking-page.ts';
import { type AnyVisitor, inChromium } from './browser.ts';
import { ManagePage, bookByCalls } from './manage-page.ts';
import { openShop } from './shop.ts';

type Slot = Parameters<typeof bookByCalls>[1];

async function holds(visitor: AnyVisitor, slot: Slot, name: string): Promise<BookingPage> {
  const booking = new BookingPage(visitor);
  await booking.open(slot);
  await booking.fillIn(person(name));
  await booking.sendToPay();
  return booking;
}

const MOVE = /^Move (?:the visit|it to .*)$/;
const TAKEN = 'That time has just been taken';

describe.each([true, false])('scripts %s', (scripts) => {
  const shop = openShop();

  test('the customer’s hold is labeled differently from the visit, in the list and in the month', async () => {
    const visitor = await shop.visit({ scripts });
    const { page } = visitor;
    const visit = { date: await shop.day(2), claim: 'am' } as const;
    const hold = { date: await shop.day(1), claim: 'pm' } as const;
    const { link } = await bookByCalls(shop, visit, `Both ${scripts}`);
    await holds(visitor, hold, `Both Held ${scripts}`);
    const manage = new ManagePage(visitor);
    await manage.open(link);
    await manage.follow('Pick another time');
    const picker = new BookingPage(visitor);
    const days = page.getByRole('group', { name: 'Which day?' });
    await days.getByText('held for you', { exact: true }).waitFor();
    await expect.poll(() => days.getByText('your visit now').count()).toBe(1);
    await expect.poll(() => days.getByText('held for you', { exact: true }).count()).toBe(1);
    await expect.poll(() => picker.slot(visit).count()).toBe(0);
    await picker.slot(hold).waitFor();
    await page.getByRole('heading', { name: `You’re holding ${slotText(hold)}` }).waitFor();
    const address = new URL(page.url()).pathname;
    for (const [{ date }, words] of [
      [visit, `your visit now: ${slotText(visit)}.`],
      [hold, `held for you: ${slotText(hold)}.`],
    ] as const) {
      await page.goto(`${address}?month=${date.slice(0, 7)}`);
      await manage.ready();
      await days.getByText(words).waitFor();
      await expect.poll(() => picker.slot(visit).count()).toBe(0);
    }
    await picker.slot(hold).waitFor();
  });

  test('a visit can be moved to the held slot, by its link too, and that ends the hold', async () => {
    const visitor = await shop.visit({ scripts, size: 'phone' });
    const { page } = visitor;
    const visit = { date: await shop.day(4), claim: 'am' } as const;
    const hold = { date: await shop.day(3), claim: 'pm' } as const;
    const { link } = await bookByCalls(shop, visit, `Onto ${scripts}`);
    await holds(visitor, hold, `Onto Held ${scripts}`);
    const checkout = page.url();
    const manage = new ManagePage(visitor);
    await manage.open(link);
    await page.goto(`${page.url()}/reschedule?date=${hold.date}&claim=${hold.claim}`);
    await manage.ready();
    const picker = new BookingPage(visitor);
    await expect.poll(() => picker.slot(hold).isChecked()).toBe(true);
    await manage.says('Your hold of it ends then, and nothing is charged for it.');
    await page.getByRole('button', { name: MOVE }).click();
    await manage.heading('Your visit');
    await manage.stands(hold);
    await page.goto(checkout);
    await page.getByText('This checkout is closed. Nothing was taken.').waitFor();
    await picker.open();
    await expect.poll(() => page.getByRole('heading', { name: /You’re holding|Your hold ended/ }).count()).toBe(0);
  });

  test('a slot that the customer has booked meanwhile is not described as another customer’s', async () => {
    const visitor = await shop.visit({ scripts });
    const visit = { date: await shop.day(6), claim: 'am' } as const;
    const other = { date: await shop.day(0), claim: 'am' } as const;
    const { link } = await bookByCalls(shop, visit, `Own ${scripts}`);
    const manage = new ManagePage(visitor);
    await manage.open(link);
    await manage.follow('Pick another time');
    const picker = new BookingPage(visitor);
    await picker.slot(other).check();
    const page = await visitor.context.newPage();
    await holds({ ...visitor, page }, other, `Own Booked ${scripts}`);
    await pay(page);
    await page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
    if (scripts) await inChromium(visitor.page).bringToFront();
    else await visitor.page.getByRole('button', { name: MOVE }).click();
    const notice = picker.notice('You’ve already booked that time');
    await notice.getByText('This one stays where it was.').waitFor();
    await expect.poll(() => picker.notice(TAKEN).count()).toBe(0);
    await notice.getByRole('button').first().click();
    await visitor.page.getByRole('button', { name: MOVE }).click();
    await manage.heading('Your visit');
  });
});

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

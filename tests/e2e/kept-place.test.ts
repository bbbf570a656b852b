/** A visitor who uses the keyboard keeps their place on the page when the focused slot is taken. */
import { describe, expect, test } from 'vitest';
import type { Slot } from '#shared/booking/availability.ts';
import { parseSlot } from '#shared/booking/booking-form.ts';
import { BookingPage, dayText } from './booking-page.ts';
import { expectVisibleFocus, tabTo } from './keyboard.ts';
import { ManagePage, bookByCalls } from './manage-page.ts';
import { openShop } from './shop.ts';

const shop = openShop();

const TAKEN = 'That time has just been taken';

async function opensBooking(): Promise<BookingPage> {
  const booking = new BookingPage(await shop.visit());
  await booking.open();
  return booking;
}

let visits = 0;

/** Opens the picker of a customer with a later visit. */
async function opensPicker(): Promise<BookingPage> {
  const visitor = await shop.visit();
  visits += 1;
  const { link } = await bookByCalls(shop, { date: await shop.day(20 + visits), claim: 'pm' }, `Keeps Place ${visits}`);
  const manage = new ManagePage(visitor);
  await manage.open(link);
  await manage.follow('Pick another time');
  const picker = new BookingPage(visitor);
  await picker.button(/show the whole month/).waitFor();
  return picker;
}

describe.each([
  { where: 'where one books', opens: opensBooking, summary: 'Your booking', day: 0, claim: 'am' },
  { where: 'where a visit is moved', opens: opensPicker, summary: 'Your visit', day: 2, claim: 'pm' },
] as const)('a slot that is taken while the page is open, $where', ({ opens, summary, day, claim }) => {
  test('passes the focus on: the chosen slot to the notice, another slot to its replacement', async () => {
    const picker = await opens();
    const { page } = picker;
    const { keyboard } = page;
    const focused = page.locator(':focus');
    const [first, second]: [Slot, Slot] = [
      { date: await shop.day(day), claim: 'am' },
      { date: await shop.day(day), claim: 'pm' },
    ];

    // Focused, but not chosen.
    await picker.slot(first).focus();
    await keyboard.press('Shift');
    await shop.holdAsOtherVisitor(first);
    await focused.filter({ hasText: 'Morning not open' }).waitFor();
    await expectVisibleFocus(page);
    await tabTo(page, picker.slot(second));
    await keyboard.press('Space');
    await expect.poll(() => picker.slot(second).isChecked()).toBe(true);

    await shop.holdAsOtherVisitor(second);
    const notice = picker.notice(TAKEN);
    await notice.and(focused).waitFor();
    await expectVisibleFocus(page);
    await keyboard.press('Tab');
    await notice.getByRole('button').first().and(focused).waitFor();
    const told = page.getByRole('complementary', { name: summary }).getByText(TAKEN);
    await expect.poll(() => told.isVisible()).toBe(true);

    // The first offered slot is taken, too.
    const offered = parseSlot((await focused.getAttribute('value'))!.replace('slot:', ''));
    await shop.holdAsOtherVisitor(offered!);
    await notice
      .getByRole('button', { name: /, taken$/ })
      .and(focused)
      .waitFor();
    await keyboard.press('Enter');
    await expect.poll(() => told.isVisible()).toBe(true);
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await told.waitFor({ state: 'detached' });
  });

  test('leaves the focus elsewhere alone, and is reported beside the button, with a link to the notice', async () => {
    const picker = await opens();
    const { page } = picker;
    const slot = { date: await shop.day(4), claim } as const;
    await picker.slot(slot).check();
    const elsewhere = page.getByRole('contentinfo').getByRole('link').last();
    await elsewhere.focus();
    const place = () => elsewhere.evaluate((element) => element.getBoundingClientRect().top);
    const before = await place();
    await shop.holdAsOtherVisitor(slot);
    const told = page.getByRole('complementary', { name: summary });
    await told.getByText(TAKEN).waitFor();
    await picker.notice(TAKEN).waitFor();
    await elsewhere.and(page.locator(':focus')).waitFor();
    expect(Math.abs((await place()) - before)).toBeLessThan(2);
    await told.getByRole('link', { name: 'See the nearest open times' }).press('Enter');
    await picker.notice(TAKEN).and(page.locator(':focus')).waitFor();
    await expectVisibleFocus(page);
    await expect.poll(() => page.getByRole('heading', { name: dayText(slot.date) }).isVisible()).toBe(true);
  });
});

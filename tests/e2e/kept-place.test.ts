/** A visitor who uses the keyboard keeps their place on the page when the focused slot is taken. */
import { expect, test } from 'vitest';
import type { Slot } from '#shared/booking/availability.ts';
import { parseSlot } from '#shared/booking/booking-form.ts';
import { BookingPage } from './booking-page.ts';
import { expectVisibleFocus, tabTo } from './keyboard.ts';
import { openShop } from './shop.ts';

const shop = openShop();

const TAKEN = 'That time has just been taken';

test('a slot that is taken while the page is open passes the focus on: the chosen slot to the notice, another slot to its replacement', async () => {
  const picker = new BookingPage(await shop.visit());
  await picker.open();
  const { page } = picker;
  const { keyboard } = page;
  const focused = page.locator(':focus');
  const [first, second]: [Slot, Slot] = [
    { date: await shop.day(0), claim: 'am' },
    { date: await shop.day(0), claim: 'pm' },
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
  const told = page.getByRole('complementary', { name: 'Your booking' }).getByText(TAKEN);
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

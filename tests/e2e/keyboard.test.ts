import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ANN, BookingPage, slotText } from './booking-page.ts';
import { hydrated } from './browser.ts';
import { openShop } from './shop.ts';

const shop = openShop();

/** More stops than any page has. */
const MOST_TABS = 80;

/** Presses Tab until the element has the focus, and sees each stop on the way. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    await page.keyboard.press('Tab');
    await expectVisibleFocus(page);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('the keyboard does not get there');
}

/** The outline of what has the focus, or of the card around it, is thick and lies in the window. */
async function expectVisibleFocus(page: Page): Promise<void> {
  const seen = await page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused) return null;
    const outlined = [focused, focused.closest('label')].find((element) => {
      const { outlineStyle, outlineWidth } = element
        ? getComputedStyle(element)
        : { outlineStyle: '', outlineWidth: '' };
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    });
    if (!outlined) return { name: focused.outerHTML.slice(0, 200), outlined: false, isInWindow: false };
    const { top, bottom } = outlined.getBoundingClientRect();
    const summary = document.querySelector('[data-sticky-summary]')?.getBoundingClientRect();
    const isAtFoot =
      summary !== undefined && summary.width >= innerWidth - 32 && !focused.closest('footer, [data-sticky-summary]');
    const end = isAtFoot ? Math.min(innerHeight, summary.top) : innerHeight;
    return { name: focused.outerHTML.slice(0, 200), outlined: true, isInWindow: bottom > 0 && top >= -1 && top < end };
  });
  expect(seen).toEqual({ name: seen?.name, outlined: true, isInWindow: true });
}

test.each(['desktop', 'phone'] as const)('a whole booking is made by keyboard alone, on a %s', async (size) => {
  const visitor = await shop.visit({ size });
  const { page } = visitor;
  const { keyboard } = page;
  const booking = new BookingPage(visitor);
  const date = await shop.day(2);

  await page.goto('/');
  await hydrated(page);
  await tabTo(page, page.getByRole('link', { name: 'Book a half day' }));
  await keyboard.press('Enter');
  await booking.ready();
  await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor();
  await page.getByRole('radio', { name: 'Half day $299', includeHidden: true }).waitFor({ state: 'attached' });

  /** To the question that comes next; on a desktop it is there already. */
  const goOn = async (question: string) => {
    if (size === 'desktop') return;
    await tabTo(page, booking.button(/^Next/));
    await keyboard.press('Enter');
    await page.getByRole('group', { name: question }).and(page.locator(':focus')).waitFor();
  };

  if (size === 'desktop') {
    // From the chosen length to the other and back: the arrow chooses.
    await tabTo(page, page.getByRole('radio', { name: 'Half day $299' }));
    await keyboard.press('ArrowDown');
    await booking.button('Pay $499 and book').waitFor();
    await keyboard.press('ArrowUp');
    await booking.button('Pay $299 and book').waitFor();
  }

  // Within the days the arrows go from time to time.
  const claim = size === 'desktop' ? 'am' : 'pm';
  const first = page.getByRole('radio', { name: /, (Morning|Afternoon), / }).first();
  await tabTo(page, first);
  const wanted = booking.slot({ date, claim });
  for (let presses = 0; presses < 12 && !(await wanted.isChecked()); presses++) {
    await keyboard.press('ArrowDown');
    await expectVisibleFocus(page);
  }
  await booking.hasChosen({ date, claim });

  await goOn('What needs doing?');
  await tabTo(page, page.locator('summary').filter({ hasText: 'Hanging' }));
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('checkbox', { name: ANN.task }));
  await keyboard.press('Space');
  await tabTo(page, page.getByLabel('Notes'));
  for (const [index, line] of ANN.notes.split('\n').entries()) {
    if (index > 0) await keyboard.press('Enter');
    await keyboard.type(line);
  }
  await goOn('Where?');
  await tabTo(page, page.getByLabel('City'));
  await keyboard.type('Oj');
  await tabTo(page, page.getByLabel('Street address'));
  await keyboard.type(ANN.address);
  await goOn('Who are you?');
  await tabTo(page, page.getByLabel('Name'));
  await keyboard.type(ANN.name);
  await tabTo(page, page.getByLabel('E-mail'));
  await keyboard.type(ANN.email);
  await tabTo(page, page.getByLabel('Phone'));
  await keyboard.type(ANN.phone);
  await booking.holds(ANN);
  if (size === 'phone') {
    // Enter in a field sends the form too.
    await keyboard.press('Enter');
  } else {
    await tabTo(page, booking.button('Pay $299 and book'));
    await keyboard.press('Enter');
  }

  await page.getByRole('heading', { name: 'Pay $299' }).waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Pay $299' }));
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
  expect(await page.getByRole('main').innerText()).toContain(slotText({ date, claim }));
});

import { expect, test } from 'vitest';
import { ANN, BookingPage, slotText } from './booking-page.ts';
import { hydrated } from './browser.ts';
import { expectVisibleFocus, MOST_TABS, tabTo } from './keyboard.ts';
import { ManagePage, bookByCalls } from './manage-page.ts';
import { openShop } from './shop.ts';

const shop = openShop();

/** Short answers, because each typed character takes 20 ms of a processor. */
const TERSE = { ...ANN, notes: 'Blue\nhouse', address: '12 Oak Street', gate: '#1234' };

test.each([
  { size: 'phone', colours: 'its own', day: 2 },
  { size: 'desktop', colours: 'forced', day: 3 },
] as const)(
  'a whole booking is made by keyboard alone, on a $size, colours $colours',
  async ({ size, colours, day }) => {
    const visitor = await shop.visit({ size });
    const { page } = visitor;
    await page.emulateMedia({ forcedColors: colours === 'forced' ? 'active' : 'none' });
    const { keyboard } = page;
    const booking = new BookingPage(visitor);
    const date = await shop.day(day);

    await page.goto('/');
    await hydrated(page);
    await tabTo(page, page.getByRole('link', { name: 'Book a half day' }));
    await keyboard.press('Enter');
    await booking.ready();
    await page.getByRole('radio', { name: 'Half day $299', includeHidden: true }).waitFor({ state: 'attached' });

    /** Goes to the next question; on a desktop it is visible already. */
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

    // Within the days, the arrow keys go from slot to slot.
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
    await tabTo(page, page.getByRole('checkbox', { name: TERSE.task }));
    await keyboard.press('Space');
    const type = (text: string) => (size === 'phone' ? keyboard.type(text) : keyboard.insertText(text));
    await tabTo(page, page.getByLabel('Notes'));
    for (const [index, line] of TERSE.notes.split('\n').entries()) {
      if (index > 0) await keyboard.press('Enter');
      await type(line);
    }
    await goOn('Where?');
    await tabTo(page, page.getByLabel('City'));
    await keyboard.type('Oj');
    await tabTo(page, page.getByLabel('Street address'));
    await type(TERSE.address);
    await tabTo(page, page.getByLabel('Gate code'));
    await type(TERSE.gate);
    await goOn('How do we reach you?');
    await tabTo(page, page.getByLabel('Name'));
    await type(TERSE.name);
    await tabTo(page, page.getByLabel('Email'));
    await type(TERSE.email);
    await tabTo(page, page.getByLabel('Phone'));
    await type(TERSE.phone);
    await booking.holds(TERSE);
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
    await expect.poll(() => page.getByRole('main').innerText()).toContain(slotText({ date, claim }));
  },
);

test('the focused element is in view on a phone, forward and back', async () => {
  const { page } = await shop.visit({ size: 'phone' });
  const footer = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' });
  await page.goto('/');
  await hydrated(page);
  await tabTo(page, footer);
  // And back to where it began.
  for (let stops = 0; stops < MOST_TABS && !(await page.locator('.skip-link:focus').count()); stops++) {
    await page.keyboard.press('Shift+Tab');
    await expectVisibleFocus(page);
  }
  await expect.poll(() => page.locator('.skip-link:focus').count()).toBe(1);
  await page.goto('/pricing');
  await tabTo(page, page.getByRole('main').locator('summary').last());
});

test('a lost slot is replaced and the month is changed by keyboard', async () => {
  const visitor = await shop.visit();
  const { page } = visitor;
  const { keyboard } = page;
  const booking = new BookingPage(visitor);
  const slot = { date: await shop.day(4), claim: 'full' } as const;
  await booking.open(slot);
  await booking.fillIn({ ...ANN, name: 'Turns Months' });
  await shop.holdAsOtherVisitor(slot);
  await booking.send();
  const notice = booking.notice('That time has just been taken');
  await notice.and(page.locator(':focus')).waitFor();
  const nearest = notice.getByRole('button').first();
  await tabTo(page, nearest);
  await keyboard.press('Enter');
  const instead = await nearest.innerText();
  await page.getByRole('complementary', { name: 'Your booking' }).getByText(instead.replace('✓', '').trim()).waitFor();

  await tabTo(page, booking.button('More days: show the whole month'));
  await keyboard.press('Enter');
  await page.getByRole('table').waitFor();
  await page.locator('#field-slot:focus').waitFor();
  const later = booking.button(/^[A-Z][a-z]+ \d{4}$/).last();
  const month = await later.innerText();
  await tabTo(page, later);
  await keyboard.press('Enter');
  await page.getByRole('table', { name: month.trim() }).waitFor();
  await tabTo(page, page.locator('input[name^=slot]:checked'));
  await keyboard.press('ArrowDown');
  await expectVisibleFocus(page);
  await expect.poll(() => page.locator('table input[name^=slot]:checked').count()).toBe(1);
});

test('a visit is canceled by keyboard alone', async () => {
  const visitor = await shop.visit();
  const { page } = visitor;
  const slot = { date: await shop.day(9), claim: 'am' } as const;
  const { link } = await bookByCalls(shop, slot, 'No Mouse');
  const manage = new ManagePage(visitor);
  await manage.open(link);
  await page.getByRole('link', { name: 'Cancel for a full refund' }).focus();
  await page.keyboard.press('Enter');
  await manage.heading('Cancel your visit?');
  await page.keyboard.press('Tab');
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(() => focused()).toBe('Cancel the visit and get $299 back');
  await page.keyboard.press('Enter');
  await manage.heading('This visit is canceled');
  await expect.poll(() => focused()).toBe('This visit is canceled');
});

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addDays, shortDate } from '#shared/civil-date.ts';
import { ENLARGED, overflow } from './accessibility.ts';
import { ANN, BookingPage, pay, slotText } from './booking-page.ts';
import { hydrated } from './browser.ts';
import { expectVisibleFocus } from './keyboard.ts';
import { openShop } from './shop.ts';

const shop = openShop();

const QUESTIONS = ['How long?', 'Which day?', 'What needs doing?', 'Where?', 'How do we reach you?'];

/** The visible questions. */
async function asked(page: Page): Promise<string[]> {
  const shown = await page.getByRole('group').getByRole('heading', { level: 2 }).allInnerTexts();
  return shown.map((text) => text.replace(' (optional)', ''));
}

async function expectAsked(page: Page, question: string): Promise<void> {
  await page.getByRole('heading', { level: 2, name: question }).waitFor();
  await expect.poll(() => asked(page)).toEqual([question]);
}

describe('on a phone', () => {
  test('one question is asked at a time, with price, total and deadline in view', async () => {
    const visitor = await shop.visit({ size: 'phone' });
    const { page } = visitor;
    const booking = new BookingPage(visitor);
    const slot = { date: await shop.day(1), claim: 'pm' } as const;
    const summary = page.getByRole('complementary', { name: 'Your booking' });
    await booking.open();
    for (const [index, question] of QUESTIONS.entries()) {
      await expectAsked(page, question);
      await page.getByText(`Question ${index + 1} of ${QUESTIONS.length}`).waitFor();
      const box = await summary.boundingBox();
      expect(box && box.y + box.height).toBeLessThan(844);
      const said = await summary.innerText();
      expect(said).toContain('$299 in total');
      expect(said).toContain(
        index < 2 ? 'Pick a day to see how long' : `free through ${shortDate(addDays(slot.date, -2))}.`,
      );
      if (question === 'Which day?') await booking.choose(slot);
      if (question === 'Where?') {
        await page.getByLabel('City').selectOption(ANN.area);
        await page.getByLabel('Street address').fill(ANN.address);
        // Enter goes to the next question, and does not send the form.
        await page.keyboard.press('Enter');
      } else if (question !== QUESTIONS.at(-1)) {
        await booking.button(/^Next/).click();
      }
    }
    await expect.poll(() => booking.button(/^Next/).count()).toBe(0);
    await booking.button('Pay $299 and book').waitFor();
  });

  test.each([
    { width: 390, height: 844, most: 0.26, scripts: true },
    { width: 320, height: 568, most: 0.4, scripts: true },
    { width: 390, height: 844, most: 0.26, scripts: false },
  ])(
    'the summary shows the terms of short notice, and leaves room for the questions ($width px, scripts $scripts)',
    async ({ width, height, most, scripts }) => {
      const visitor = await shop.visit({ size: 'phone', scripts });
      const { page } = visitor;
      await page.setViewportSize({ width, height });
      const tomorrow = addDays(await shop.today(), 1);
      const summary = page.getByRole('complementary', { name: 'Your booking' });
      for (const question of ['work', 'place', 'person']) {
        await page.goto(`/book?service=half-day&date=${tomorrow}&claim=pm&step=${question}`);
        await new BookingPage(visitor).ready();
        const said = await summary.innerText();
        for (const words of [
          '$299',
          'Too late to move or cancel for free.',
          'we keep the payment',
          '24 to 48 hours’ notice',
        ]) {
          expect(said).toContain(words);
        }
        const box = await summary.boundingBox();
        expect(box && box.y + box.height).toBeLessThanOrEqual(height);
        expect(box && height - box.y).toBeLessThan(height * most);
      }
      for (const field of await page.locator('[data-step-of=person]').getByRole('textbox').all()) {
        await field.focus();
        await expectVisibleFocus(page);
      }
    },
  );

  test('once all questions are answered, a corrected question leads straight back to paying', async () => {
    const visitor = await shop.visit({ size: 'phone' });
    const { page } = visitor;
    const booking = new BookingPage(visitor);
    const slot = { date: await shop.day(5), claim: 'full' } as const;
    await booking.open(slot);
    await booking.fillIn({ ...ANN, name: 'Asked Again' });
    await shop.holdAsOtherVisitor(slot);
    await booking.send();
    const notice = booking.notice('That time has just been taken');
    await notice.getByRole('button').first().click();
    await expectAsked(page, 'Which day?');
    await booking.button('Next: you').click();
    await expectAsked(page, 'How do we reach you?');
    await booking.sendToPay();
    await page.goto('/book?step=length');
    await booking.ready();
    await booking.button('Next: you').click();
    await expectAsked(page, 'How do we reach you?');
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Asked Again');
  });

  test('before scripts have loaded, the button leads to the next question by a page load, with all values kept', async () => {
    const visitor = await shop.visit({ size: 'phone' });
    const { page } = visitor;
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await promise;
      await route.continue();
    });
    await page.goto('/book', { waitUntil: 'commit' });
    const booking = new BookingPage({ ...visitor, scripts: false });
    const slot = { date: await shop.day(3), claim: 'full' } as const;
    await booking.ready();
    await page.getByRole('radio', { name: 'Full day $499' }).check();
    await booking.button('Next: the day').click({ noWaitAfter: true });
    await page.waitForURL('**step=day**', { waitUntil: 'commit' });
    await expectAsked(page, 'Which day?');
    await booking.slot(slot).check();
    await booking.button('Next: the work').click({ noWaitAfter: true });
    await page.waitForURL('**step=work**', { waitUntil: 'commit' });
    await expectAsked(page, 'What needs doing?');
    resolve();
    await hydrated(page);
    await page.getByRole('complementary').getByText(slotText(slot)).waitFor();
    await booking.fillIn(ANN);
    await booking.sendToPay();
    await pay(page);
    await page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
    await expect.poll(() => page.getByRole('main').innerText()).toContain(slotText(slot));
  });
});

test.each([
  { size: 'phone', scripts: false },
  { size: 'desktop', scripts: false },
  { size: 'desktop', scripts: true },
] as const)('all questions are on one page on a $size, scripts $scripts', async ({ size, scripts }) => {
  const visitor = await shop.visit({ size, scripts });
  const booking = new BookingPage(visitor);
  await booking.open();
  await expect.poll(() => asked(visitor.page)).toEqual(QUESTIONS);
  await expect.poll(() => booking.button(/^(Next|Back)/).count()).toBe(0);
  await booking.button('Pay $299 and book').waitFor();
});

test.each(
  ENLARGED.map(({ zoom, size }, index) => ({ zoom, size, day: index % 3, claim: index < 3 ? 'pm' : 'am' }) as const),
)('at $zoom a visitor can book without scrolling sideways', async ({ zoom, size, day, claim }) => {
  const visitor = await shop.visit();
  const { page } = visitor;
  const booking = new BookingPage(visitor);
  await page.setViewportSize(size);
  await booking.open();
  await booking.choose({ date: await shop.day(day), claim });
  expect(await overflow(page)).toBe(0);
  await booking.fillIn({ ...ANN, name: `At ${zoom}`, email: 'enlarged@example.com' });
  expect(await overflow(page)).toBe(0);
  await booking.sendToPay();
  await pay(page);
  await page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
  expect(await overflow(page)).toBe(0);
});

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addDays, shortDate } from '#shared/civil-date.ts';
import { ENLARGED, overflow } from './accessibility.ts';
import { ANN, BookingPage, pay, person, slotText } from './booking-page.ts';
import { delayApp, hydrated } from './browser.ts';
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
  test('one question is asked at a time, with price, total and deadline in view; a PO box and a mistyped mail provider are asked about', async () => {
    const visitor = await shop.visit({ size: 'phone' });
    const { page } = visitor;
    const booking = new BookingPage(visitor);
    const slot = { date: await shop.day(1), claim: 'pm' } as const;
    const summary = page.getByRole('complementary', { name: 'Your booking' });
    const who = { ...person('Pia Box'), address: 'PO Box 12', email: 'pia@gmial.com' };
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
        await page.getByLabel('City').selectOption(who.area);
        await page.getByLabel('Street address').fill(who.address);
        // Enter goes to the next question, and does not send the form.
        await page.keyboard.press('Enter');
        await page.getByRole('checkbox', { name: 'You can find the place with this address' }).check();
        await page.getByLabel('Street address').press('Enter');
      } else if (question !== QUESTIONS.at(-1)) {
        await booking.button(/^Next/).click();
      }
    }
    await expect.poll(() => booking.button(/^Next/).count()).toBe(0);
    const pay = booking.button('Pay $299 and book');
    await pay.waitFor();
    const seller = await page.getByText(/^Sold by .*write to/).boundingBox();
    const button = await pay.boundingBox();
    const gap = seller && button && button.y - (seller.y + seller.height);
    expect(Math.abs(gap ?? Infinity)).toBeLessThan(40);

    await booking.fillIn(who);
    await booking.send();
    await page.getByText('Did you mean pia@gmail.com?').last().waitFor();
    await booking.holds(who);
    await page.getByLabel('Email').fill('pia@gmail.com');
    await booking.sendToPay();
    // Back from the payment page, the answers of the hold are not asked about again.
    await page.goto('/book');
    await booking.ready();
    await booking.goTo('person');
    await booking.sendToPay();
  });

  test.each([
    { width: 390, height: 844, most: 0.26, scripts: false },
    { width: 320, height: 568, most: 0.4, scripts: true },
  ])(
    'the summary shows the terms of short notice, and leaves room for one question, without scripts for all ($width px, scripts $scripts)',
    async ({ width, height, most, scripts }) => {
      const visitor = await shop.visit({ size: 'phone', scripts });
      const { page } = visitor;
      await page.setViewportSize({ width, height });
      const tomorrow = addDays(await shop.today(), 1);
      const summary = page.getByRole('complementary', { name: 'Your booking' });
      for (const [index, question] of ['work', 'place', 'person'].entries()) {
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
        expect(await asked(page)).toEqual(scripts ? [QUESTIONS[2 + index]] : QUESTIONS);
        expect((await page.getByRole('button', { name: /^(Next|Back)/ }).count()) > 0).toBe(scripts);
      }
      await page.getByRole('button', { name: 'Pay $299 and book' }).waitFor();
      for (const field of await page.locator('[data-step-of=person]').getByRole('textbox').all()) {
        await field.focus();
        await expectVisibleFocus(page);
      }
    },
  );

  test('at 400 %, before scripts have loaded, the button leads to the next question by a page load, with all values kept; nothing scrolls sideways', async () => {
    const visitor = await shop.visit();
    const { page } = visitor;
    await page.setViewportSize(ENLARGED[1].size);
    const release = await delayApp(page, '**/assets/*.js');
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
    release();
    await hydrated(page);
    await page.getByRole('complementary').getByText(slotText(slot)).waitFor();
    await booking.fillIn(ANN);
    expect(await overflow(page)).toBe(0);
    await booking.sendToPay();
    await pay(page);
    await page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
    expect(await overflow(page)).toBe(0);
    await expect.poll(() => page.getByRole('main').innerText()).toContain(slotText(slot));
  });
});

/** The answers to the booking form while they are typed, sent and translated. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Slot } from '#shared/booking/availability.ts';
import { addMonths, monthName, monthOf } from '#shared/civil-date.ts';
import { ANN, BookingPage, person, slotText } from './booking-page.ts';
import { openShop } from './shop.ts';
import { translate, unseenTexts } from './translator.ts';

const shop = openShop();

/** Messages from top to bottom. */
const MISSING = [
  'Choose a day and time.',
  'Choose the city of the visit.',
  'Enter the street address of the visit.',
  'Enter your name.',
  'Enter your email address.',
  'Enter a phone number for the day of the visit.',
];

test('without scripts, missing answers are listed at the top and beside each field, and given ones stay', async () => {
  const visitor = await shop.visit({ scripts: false });
  const { page } = visitor;
  const booking = new BookingPage(visitor);
  await booking.open();
  await booking.send();
  const summary = booking.notice(`${MISSING.length} answers need another look`);
  await summary.waitFor();
  await expect.poll(() => summary.getByRole('link').allInnerTexts()).toEqual(MISSING);
  for (const message of MISSING) {
    await page.getByRole('main').locator('p').filter({ hasText: message }).waitFor();
  }

  const wrong = { ...ANN, email: 'ann@nowhere', phone: '555' };
  await booking.choose({ date: await shop.day(1), claim: 'pm' });
  await booking.fillIn(wrong);
  await booking.send();
  const rest = booking.notice('2 answers need another look');
  await rest.waitFor();
  await expect
    .poll(() => rest.getByRole('link').allInnerTexts())
    .toEqual(['Enter an email address like name@example.com.', 'Enter the full phone number, with the area code.']);
  await booking.holds(wrong);
  await booking.hasChosen({ date: await shop.day(1), claim: 'pm' });
  await expect.poll(() => page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => describedBy(booking, 'Email')).toContain('Enter an email address like name@example.com.');

  await rest.getByRole('link', { name: 'Enter the full phone number' }).click();
  await page.getByLabel('Phone').and(page.locator(':focus')).waitFor();
});

test('on a phone, changing the month and the session type keeps all typed values and the chosen slot', async () => {
  const visitor = await shop.visit({ size: 'phone' });
  const { page } = visitor;
  const booking = new BookingPage(visitor);
  const slot = { date: await shop.day(1), claim: 'am' } as const;
  const next = monthName(addMonths(monthOf(await shop.today()), 1));
  await booking.open();
  await booking.choose(slot);
  await booking.fillIn(ANN);

  await booking.goTo('day');
  await booking.button('More days').click();
  await page.getByRole('table').waitFor();
  await booking.holds(ANN);
  await booking.hasChosen(slot);
  await booking.button(next).click();
  await page.getByRole('caption').filter({ hasText: next }).waitFor();
  await booking.holds(ANN);
  await booking.hasChosen(slot);
  await booking.button('Back to the next open days').click();
  await page.getByRole('table').waitFor({ state: 'hidden' });
  await booking.holds(ANN);
  await booking.hasChosen(slot);

  await booking.goTo('length');
  await page.getByRole('radio', { name: 'Full day $499' }).check();
  await booking.goTo('day');
  const whole = { date: slot.date, claim: 'full' } as const;
  await booking.slot(whole).waitFor();
  await expect.poll(() => booking.slot(slot).count()).toBe(0);
  await booking.choose(whole);
  await booking.holds(ANN);
  await booking.goTo('person');
  await booking.button('Pay $499 and book').waitFor();
  await expect
    .poll(() => booking.page.getByRole('complementary', { name: 'Your booking' }).innerText())
    .toContain('$499');
});

test('the focus goes to the first wrong answer, with its message in view', async () => {
  const visitor = await shop.visit();
  const { page } = visitor;
  const booking = new BookingPage(visitor);
  await booking.open();
  await booking.send();
  await page.locator('#field-slot:focus').waitFor();
  await expect.poll(() => isInView(booking, 'Choose a day and time.')).toBe(true);

  await booking.choose({ date: await shop.day(1), claim: 'am' });
  await booking.fillIn({ ...ANN, address: '1' });
  await booking.send();
  await page.getByLabel('Street address').and(page.locator(':focus')).waitFor();
  await expect.poll(() => isInView(booking, 'Enter the full street address, with the number.')).toBe(true);
});

async function describedBy(booking: BookingPage, label: string): Promise<string> {
  const id = await booking.page.getByLabel(label).getAttribute('aria-describedby');
  return booking.page.locator(`[id="${id}"]`).innerText();
}

/** Whether the message is within the window. */
async function isInView({ page }: BookingPage, message: string): Promise<boolean> {
  const box = await page.locator('p[id^=note-]').filter({ hasText: message }).boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}

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

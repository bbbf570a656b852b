import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addDays, longDate, shortDate } from '#shared/civil-date.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { ENLARGED, overflow } from './accessibility.ts';
import { ANN, BookingPage, dayText, hoursText, pay, person, slotText } from './booking-page.ts';
import { delayApp, hydrated } from './browser.ts';
import { expectVisibleFocus } from './keyboard.ts';
import { linkIn } from './manage-page.ts';
import { OWNER, holdRequest, openShop } from './shop.ts';

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
    // The days are those of the business, wherever the visitor is.
    const visitor = await shop.visit({ size: 'phone', timeZone: 'Asia/Tokyo' });
    const { page } = visitor;
    const booking = new BookingPage(visitor);
    const slot = { date: await shop.day(1), claim: 'am' } as const;
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

test('on a phone without scripts, a half day is picked, paid and confirmed', async () => {
  const { page, ...visitor } = await shop.visit({ size: 'phone', scripts: false });
  const booking = new BookingPage({ page, ...visitor });
  const who = person('Bob Ray');
  const date = await shop.day(1);
  const slot = { date, claim: 'pm' } as const;
  const deadline = addDays(date, -2);

  await page.goto('/');
  await page.getByRole('link', { name: 'Book a half day' }).click();
  await booking.ready();
  await booking.choose(slot);
  await booking.fillIn(who);
  await booking.sendToPay();

  await expect.poll(() => page.getByRole('main').innerText()).toContain('Pay $299');
  await expect.poll(() => page.getByRole('main').innerText()).toContain(`${longDate(date)}, ${hoursText('pm')}`);
  await pay(page);

  await page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
  const address = new URL(page.url());
  expect(address.pathname).toBe('/book/confirmation');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    status: 'confirmed',
    service: 'half-day',
    eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  const ticket = await page.getByRole('main').innerText();
  expect(ticket).toContain(slotText(slot));
  expect(ticket).toContain('$299');
  expect(ticket).toContain(`through ${shortDate(deadline)}, 11:59 pm (Pacific Time)`);
  expect(ticket).not.toContain(who.name);

  const both = [
    longDate(date),
    `${hoursText('pm')} (Pacific Time)`,
    '$299',
    `through ${longDate(deadline)}, 11:59 pm (Pacific Time)`,
  ];
  const mail = await shop.mail(who.email, /\(booked\)$/);
  for (const said of [...both, who.address, who.task, referenceOf(address.searchParams.get('eventId') ?? '')]) {
    expect(inOneLine(mail.text)).toContain(said);
  }
  const notice = await shop.mail(OWNER, new RegExp(`New booking: ${slotText(slot)}`));
  for (const said of [...both, who.name, who.phone, who.email, who.address, 'The blue house']) {
    expect(inOneLine(notice.text)).toContain(said);
  }
  expect(mail.text + notice.text).not.toContain(who.gate);

  await page.goto('/dev/mailbox');
  await page.getByRole('link', { name: `Handyman visit ${slotText(slot)} (booked)` }).click();
  await page.frameLocator('iframe >> nth=0').getByRole('link', { name: 'See, move, or cancel your visit' }).waitFor();
  await page.goto(linkIn(mail));
  await page.getByRole('heading', { name: 'Your visit' }).waitFor();
  await page.getByText(slotText(slot), { exact: true }).waitFor();
});

test("a browser in Tokyo shows the business's days and hours, and names their time zone", async () => {
  const visitor = await shop.visit({ timeZone: 'Asia/Tokyo' });
  const { page } = visitor;
  const booking = new BookingPage(visitor);
  const today = await shop.today();
  const date = await shop.day(0);
  const slot = { date, claim: 'am' } as const;
  const { name, email } = person('From Tokyo');
  const held = await page.request.post(rpcPath('hold'), {
    data: holdRequest(slot, { name, email }),
    headers: { origin: shop.origin },
  });
  await page.goto(((await held.json()) as { redirect: string }).redirect);
  const paying = await page.getByRole('main').innerText();
  expect(paying).toContain(longDate(date));
  expect(paying).toMatch(/until \d+:\d\d [ap]m Pacific Time/);
  await page.getByRole('link', { name: 'Cancel and go back to the shop' }).click();
  await booking.ready();
  await booking.hasChosen(slot);
  await page.getByText('All times are Pacific Time').waitFor();
  await page.getByRole('heading', { level: 3, name: dayText(addDays(today, 1)) }).waitFor();
  await page
    .getByText(/^Tomorrow\. /)
    .first()
    .waitFor();
  await page.getByText(/^No one else can take it until \d+:\d\d [ap]m Pacific Time/).waitFor();
  await page.getByRole('link', { name: 'Continue to payment' }).click();
  await pay(page);
  await page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
  const ticket = await page.getByRole('main').innerText();
  expect(ticket).toContain(slotText(slot));
  expect(ticket).toContain('Pacific Time');
  expect((await shop.mail(email, /\(booked\)$/)).text).toContain('(Pacific Time)');
});

test('without scripts, a slot lost between choosing and sending is reported, with the nearest open ones; typed values stay', async () => {
  const visitor = await shop.visit({ scripts: false });
  const booking = new BookingPage(visitor);
  const slot = { date: await shop.day(2), claim: 'full' } as const;
  const who = person('Too Late');
  await visitor.page.goto('/book?service=full-day');
  await booking.ready();
  await booking.choose(slot);
  await booking.fillIn(who);
  await shop.holdAsOtherVisitor({ ...slot, claim: 'pm' });
  await booking.send();

  const notice = booking.notice('That time has just been taken');
  await notice.getByText('Nothing was charged').waitFor();
  const offers = await notice.getByRole('button').allInnerTexts();
  expect(offers).toHaveLength(4);
  for (const offer of offers) expect(offer).toContain('7:00 am to 6:00 pm');
  await booking.holds(who);
  await expect
    .poll(() => visitor.page.getByRole('radio', { name: 'Full day $499', includeHidden: true }).isChecked())
    .toBe(true);
  await expect.poll(() => booking.slot(slot).count()).toBe(0);

  await notice.getByRole('button').first().click();
  await visitor.page.getByRole('complementary', { name: 'Your booking' }).getByText(offers[0]!).waitFor();
  await booking.holds(who);
  await booking.sendToPay();
  await pay(visitor.page);
  await visitor.page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
  const mail = await shop.mail(who.email, /\(booked\)$/);
  expect(mail.subject).toContain(offers[0]);
});

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

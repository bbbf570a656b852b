import { describe, expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { BookingPage, pay, person, slotText } from './booking-page.ts';
import { inChromium } from './browser.ts';
import { openShop } from './shop.ts';

describe.each([true, false])('scripts %s', (scripts) => {
  const shop = openShop();

  test('an expired hold is open to others, and its visitor reads why and can hold it again', async () => {
    const visitor = await shop.visit({ scripts, size: 'phone' });
    const booking = new BookingPage(visitor);
    const slot = { date: await shop.day(0), claim: 'am' } as const;
    const who = person(`Lapsed ${scripts}`);
    await booking.open(slot);
    await booking.fillIn(who);
    await booking.sendToPay();

    const other = new BookingPage(await shop.visit({ scripts }));
    await other.open();
    await other.slot({ ...slot, claim: 'pm' }).waitFor();
    await expect.poll(() => other.slot(slot).count()).toBe(0);
    await shop.passMinutes(31);
    await other.reloadUntil(other.slot(slot));

    await visitor.page.reload();
    await visitor.page.getByText('This checkout is closed. Nothing was taken.').waitFor();
    await visitor.page.getByRole('link', { name: 'Back to the shop' }).click();
    await booking.ready();
    await visitor.page.getByRole('heading', { name: 'Your hold ended before you paid' }).waitFor();
    await booking.holds(who);
    await booking.hasChosen(slot);
    await booking.sendToPay();
    await pay(visitor.page);
    await visitor.page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
    const mail = await shop.mail(who.email, /\(booked\)$/);
    expect(mail.subject).toContain(slotText(slot));
  });

  test('an expired hold that another customer takes leads back to the day, and says why', async () => {
    const visitor = await shop.visit({ scripts, size: 'phone' });
    const booking = new BookingPage(visitor);
    const slot = { date: await shop.day(6), claim: scripts ? 'am' : 'pm' } as const;
    const who = person(`Taken ${scripts}`);
    await booking.open(slot);
    await booking.fillIn(who);
    await booking.sendToPay();
    await shop.passMinutes(31);
    await shop.holdAsOtherVisitor(slot);
    await visitor.page.goto('/book');
    await booking.ready();
    const notice = booking.notice('Your hold ended before you paid, and the time is gone');
    // Without scripts all questions are visible.
    if (scripts) await visitor.page.getByText('Question 2 of 5').waitFor();
    await notice.getByRole('button').first().click();
    await booking.sendToPay();
    await expect.poll(() => visitor.page.getByRole('main').innerText()).toContain('Pay $299');
  });

  test('a slot lost between choosing and sending is reported, with the nearest open ones; typed values stay', async () => {
    const visitor = await shop.visit({ scripts, size: scripts ? 'phone' : 'desktop' });
    const booking = new BookingPage(visitor);
    const slot = { date: await shop.day(2), claim: 'full' } as const;
    const who = person(`Too Late ${scripts}`);
    // Blocks live updates, so that the page learns of the loss only when the form is sent.
    if (scripts)
      await inChromium(visitor.page).route(
        (url) => url.pathname === rpcPath('availabilityLive'),
        () => {},
      );
    await visitor.page.goto('/book?service=full-day');
    await booking.ready();
    await booking.choose(slot);
    await booking.fillIn(who);
    await shop.holdAsOtherVisitor({ ...slot, claim: 'pm' });
    await booking.send();

    const notice = booking.notice('That time has just been taken');
    await notice.getByText('Nothing was charged').waitFor();
    const hasFocus = await notice.evaluate((element) => element.matches(':focus'));
    expect(hasFocus).toBe(scripts);
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

  test('a visitor’s hold can be paid, corrected, or swapped for another slot', async () => {
    const visitor = await shop.visit({ scripts });
    const { page } = visitor;
    const booking = new BookingPage(visitor);
    const slot = { date: await shop.day(4), claim: 'am' } as const;
    const who = person(`Comes Back ${scripts}`);
    await booking.open(slot);
    await booking.fillIn(who);
    await booking.sendToPay();
    const checkout = page.url();

    await page.getByRole('link', { name: 'Cancel and go back to the shop' }).click();
    await booking.ready();
    const banner = page.getByRole('heading', { name: `You’re holding ${slotText(slot)}` });
    await banner.waitFor();
    await booking.holds(who);
    await booking.hasChosen(slot);
    await page.getByRole('link', { name: 'Continue to payment' }).click();
    await page.waitForURL(checkout);

    await page.goto('/book');
    await booking.ready();
    const corrected = { ...who, phone: '805 555 0777' };
    await page.getByLabel('Phone').fill(corrected.phone);
    await booking.sendToPay();
    expect(page.url()).toBe(checkout);

    const instead = { ...slot, claim: 'pm' } as const;
    await booking.open(instead);
    await banner.waitFor();
    await booking.hasChosen(instead);
    await booking.holds(corrected);
    await booking.sendToPay();
    expect(page.url()).not.toBe(checkout);
    await expect.poll(() => page.getByRole('main').innerText()).toContain('1:00 pm to 6:00 pm');
    await pay(page);
    await page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
    const mail = await shop.mail(who.email, /\(booked\)$/);
    expect(mail.subject).toContain(slotText(instead));

    const other = new BookingPage(await shop.visit({ scripts }));
    await other.open(slot);
    await other.hasChosen(slot);
  });
});

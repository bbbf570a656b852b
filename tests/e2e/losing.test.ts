import { describe, expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { BookingPage, pay, person } from './booking-page.ts';
import { openShop } from './shop.ts';

describe.each([true, false])('scripts %s', (scripts) => {
  const shop = openShop();

  test('a slot lost between choosing and sending is reported, with the nearest open ones; typed values stay', async () => {
    const visitor = await shop.visit({ scripts, size: scripts ? 'phone' : 'desktop' });
    const booking = new BookingPage(visitor);
    const slot = { date: await shop.day(2), claim: 'full' } as const;
    const who = person(`Too Late ${scripts}`);
    // Blocks live updates, so that the page learns of the loss only when the form is sent.
    if (scripts)
      await visitor.page.route(
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
});

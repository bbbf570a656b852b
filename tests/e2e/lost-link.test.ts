/**
 * A visit opens in the browser that paid for it. In another browser it opens from the email, which can be sent again.
 */
import { describe, expect, test } from 'vitest';
import { referenceOf } from '#shared/booking/reference.ts';
import { BookingPage, pay, person } from './booking-page.ts';
import { ManagePage, linkIn } from './manage-page.ts';
import { openShop } from './shop.ts';

const shop = openShop();

describe.each([true, false])('scripts %s', (scripts) => {
  test('the visit opens where it was paid; elsewhere its link is emailed again', async () => {
    const visitor = await shop.visit({ scripts, size: 'phone' });
    const { page } = visitor;
    const booking = new BookingPage(visitor);
    const who = person(`Just Paid ${scripts}`);
    await booking.open({ date: await shop.day(scripts ? 0 : 1), claim: 'am' });
    await booking.fillIn(who);
    await booking.sendToPay();
    await pay(page);
    await page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
    const confirmation = page.url();
    const reference = referenceOf(new URL(confirmation).searchParams.get('eventId') ?? '');
    await page.getByText(reference).waitFor();
    const here = new ManagePage(visitor);
    await here.follow('Open your booking');
    await here.heading('Your visit');
    await page.getByText(who.address).first().waitFor();
    await shop.mail(who.email, /\(booked\)$/);

    const elsewhere = await shop.visit({ scripts, size: 'phone' });
    const there = new ManagePage(elsewhere);
    await elsewhere.page.goto(confirmation);
    await there.ready();
    await expect.poll(() => elsewhere.page.getByRole('link', { name: 'Open your booking' }).count()).toBe(0);
    await there.follow('Email me the link');
    await there.heading('Lost the link to your visit?');
    await elsewhere.page.getByLabel('Email').fill(who.email);
    await elsewhere.page.getByRole('button', { name: 'Send my links' }).click();
    await there.heading('Check your email');
    await elsewhere.page.getByText(`If a visit was booked with ${who.email}`).waitFor();
    await there.open(linkIn(await shop.mail(who.email, /^The link to your visit$/)));
    await there.heading('Your visit');
    await elsewhere.page.getByText(reference).waitFor();
  });
});

import { expect, test } from 'vitest';
import { addDays, longDate } from '#shared/civil-date.ts';
import { BookingPage, dayText, pay, person, slotText } from './booking-page.ts';
import { openShop } from './shop.ts';

const shop = openShop();

test.each(['Asia/Tokyo', 'Pacific/Honolulu'])(
  "a browser in %s shows the business's days and hours, and names their time zone",
  async (timeZone) => {
    const visitor = await shop.visit({ timeZone });
    const { page } = visitor;
    const booking = new BookingPage(visitor);
    const today = await shop.today();
    await booking.open();
    await page.getByText('All times are Pacific Time').waitFor();
    await page.getByRole('heading', { level: 3, name: dayText(addDays(today, 1)) }).waitFor();
    await page
      .getByText(/^Tomorrow\. /)
      .first()
      .waitFor();

    const date = await shop.day(timeZone === 'Asia/Tokyo' ? 0 : 1);
    const slot = { date, claim: 'am' } as const;
    const who = person(`From ${timeZone.replace('/', ' ')}`);
    await booking.choose(slot);
    await booking.fillIn(who);
    await booking.sendToPay();
    const paying = await page.getByRole('main').innerText();
    expect(paying).toContain(longDate(date));
    expect(paying).toMatch(/until \d+:\d\d [ap]m Pacific Time/);
    await page.getByRole('link', { name: 'Cancel and go back to the shop' }).click();
    await booking.ready();
    await page.getByText(/^No one else can take it until \d+:\d\d [ap]m Pacific Time/).waitFor();
    await page.getByRole('link', { name: 'Continue to payment' }).click();
    await pay(page);
    await page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
    const ticket = await page.getByRole('main').innerText();
    expect(ticket).toContain(slotText(slot));
    expect(ticket).toContain('Pacific Time');
    const mail = await shop.mail(who.email, /\(booked\)$/);
    expect(mail.text).toContain('(Pacific Time)');
  },
);

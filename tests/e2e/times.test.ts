import { expect, test } from 'vitest';
import { type CivilDate, addDays, addMonths, longDate, monthOf, shortDate } from '#shared/civil-date.ts';
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

test('a month names the time zone of its hours', async () => {
  const visitor = await shop.visit({ timeZone: 'Asia/Tokyo', size: 'phone' });
  const booking = new BookingPage(visitor);
  await booking.open();
  await booking.goTo('day');
  await booking.button('More days').click();
  await visitor.page.getByRole('table').waitFor();
  await booking.button(/^Next/).click();
  await visitor.page.locator('p').filter({ hasText: 'Choose a day and time.' }).waitFor();
  await expect.poll(() => visitor.page.locator('#field-slot').innerText()).toContain('All times are Pacific Time');
});

test.each([true, false])('a month shows the deadline of the chosen day (scripts %s)', async (scripts) => {
  const visitor = await shop.visit({ scripts, size: 'phone' });
  const booking = new BookingPage(visitor);
  const month = addMonths(monthOf(await shop.today()), 1);
  const [first, second] = [`${month}-10`, `${month}-11`] as const;
  const terms = (date: CivilDate) =>
    visitor.page
      .getByText(`${shortDate(date)}: Move or cancel for free through ${shortDate(addDays(date, -2))}.`)
      .filter({ visible: true });
  const prompt = visitor.page.getByText('Pick a time to see how long').filter({ visible: true });
  await visitor.page.goto(`/book?month=${month}&step=day`);
  await booking.ready();
  await prompt.waitFor();
  for (const date of [first, second]) {
    await booking.choose({ date, claim: 'pm' });
    await terms(date).waitFor();
    await expect.poll(() => prompt.count()).toBe(0);
  }
  await expect.poll(() => terms(first).count()).toBe(0);
});

import { describe, expect, test } from 'vitest';
import { shortDate } from '#shared/civil-date.ts';
import { problems } from './accessibility.ts';
import { AccountPage, customer, openShopWithOwner } from './account-page.ts';
import { BookingPage, dayText, pay, person } from './booking-page.ts';
import { ManagePage } from './manage-page.ts';

describe.each([true, false])('a payment that arrives after the slot was lost, scripts %s', (scripts) => {
  const shop = openShopWithOwner();

  test('is shown on the dashboard, in the list and on its own page, to its customer alone', async () => {
    const who = customer(`Too Slow ${scripts}`);
    const visitor = await shop.visit({ scripts, size: 'phone' });
    const { page } = visitor;
    const account = new AccountPage(visitor);
    // The accessibility check needs scripts.
    const canBeUsedByEveryone = async () => expect(scripts ? await problems(page) : []).toEqual([]);
    await account.registerByCalls(who, shop);
    const booking = new BookingPage(visitor);
    const slot = { date: await shop.day(2), claim: 'am' } as const;
    await booking.open(slot);
    await booking.fillIn(person(who.name));
    await booking.sendToPay();
    await pay(page, 'Pay much later');
    await page.getByText('Your payment is on its way.').waitFor();
    await shop.passMinutes(31);
    await shop.holdAsOtherVisitor(slot);
    await shop.passMinutes(5);
    await shop.mail(who.email, /^Sorry: .* was taken. You get your \$299 back$/);

    await account.open('/app');
    const manage = new ManagePage(visitor);
    await manage.reloadUntil('$299 refunded.');
    const cards = page.getByRole('main').locator('dl').first();
    await expect.poll(() => cards.innerText()).toMatch(/None booked[\s\S]*Nothing to change[\s\S]*Paid\s*\$299/);
    const rows = page.getByRole('region').getByRole('listitem');
    const row = rows.filter({ hasText: dayText(slot.date) });
    await row.getByText('This time was gone when your payment arrived. The money has gone back.').waitFor();
    await page.getByRole('link', { name: 'All bookings' }).click();
    await page.getByRole('link', { name: /^Canceled or refunded 1$/ }).click();
    await page.waitForURL((url) => url.searchParams.get('filter') === 'cancelled');
    await expect.poll(() => rows.count()).toBe(1);
    const again = row.getByRole('link', { name: `Pick another time, ${shortDate(slot.date)}` });
    expect(await again.getAttribute('href')).toBe('/book?service=half-day');
    await canBeUsedByEveryone();

    await row.getByRole('heading').getByRole('link').click();
    await manage.heading('This time was lost, and your money has gone back');
    await manage.stands(slot);
    expect(await manage.history()).toEqual([
      'The refund of $299 went through.',
      'Sent $299 back to your card: the time was gone before your payment arrived.',
    ]);
    await expect.poll(() => page.getByRole('region', { name: 'Plans changed?' }).count()).toBe(0);
    await canBeUsedByEveryone();
    const path = new URL(page.url()).pathname;
    await account.open(`${path}/reschedule`);
    await manage.heading('This time was never booked');
    await account.open(`${path}/receipt`);
    await expect.poll(() => page.getByRole('row').last().innerText()).toMatch(/Paid after refunds\s*\$0/);

    const stranger = new ManagePage(await shop.visit({ scripts }));
    await stranger.open(path);
    await stranger.heading('This page opens from our email');
  });
});

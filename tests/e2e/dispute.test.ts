import { expect, test } from 'vitest';
import { addDays } from '#shared/civil-date.ts';
import { problems } from './accessibility.ts';
import { AccountPage, OWNER_ACCOUNT, openShopWithOwner } from './account-page.ts';
import { BookingPage, pay, person } from './booking-page.ts';

const shop = openShopWithOwner();

test('a payment that is refunded by hand in part and disputed shows both to the owner, and the part to the customer', async () => {
  const visitor = await shop.visit({ scripts: false, size: 'phone' });
  const { page } = visitor;
  const booking = new BookingPage(visitor);
  await booking.open({ date: addDays(await shop.today(), 3), claim: 'am' });
  await booking.fillIn(person('Dora Dispute'));
  await booking.sendToPay();
  const checkout = page.url();
  await pay(page);
  const eventId = new URL(page.url()).searchParams.get('eventId') ?? '';
  await page.goto(checkout);
  await page.getByLabel('Dollars').fill('99');
  await page.getByRole('button', { name: 'Refund this much by hand' }).click();
  await page.getByText('$99 given back').waitFor();
  await page.getByRole('button', { name: 'Dispute it at the customer’s bank' }).click();
  await page.getByText('disputed: needs-response').waitFor();
  await expect
    .poll(async () => {
      await page.goto(`/booking/${eventId}`);
      return page.getByRole('main').innerText();
    })
    .toContain('We’ve sent $99 back to your card.');
  const owner = new AccountPage(await shop.visit({ size: 'phone' }));
  await owner.signInByCall(OWNER_ACCOUNT, shop, '/app/admin');
  const item = owner.page.getByRole('listitem').filter({ hasText: 'Dora Dispute disputes $200' });
  await expect.poll(() => item.innerText()).toContain('Due ');
  await owner.open(`/app/admin/bookings/${eventId}`);
  const money = owner.page.getByRole('region', { name: 'Money' });
  await expect.poll(() => money.innerText()).toContain('Refund of $99');
  expect(await money.innerText()).toContain('Dispute of $200');
  expect(await problems(owner.page)).toEqual([]);
});

import { expect, test } from 'vitest';
import { referenceOf } from '#shared/booking/reference.ts';
import { addDays } from '#shared/civil-date.ts';
import { problems } from './accessibility.ts';
import { AccountPage, OWNER_ACCOUNT, customer, openShopWithOwner } from './account-page.ts';
import { bookByCalls } from './manage-page.ts';

const shop = openShopWithOwner();

test('the owner finds a booking from the landing by its customer’s name in two taps, without script', async () => {
  const { name } = customer('Carla Hernandez');
  await bookByCalls(shop, { date: addDays(await shop.today(), 12), claim: 'am' }, name);
  const account = new AccountPage(await shop.visit({ scripts: false, size: 'phone' }));
  const { page } = account;
  await account.signInByCall(OWNER_ACCOUNT, shop, '/app/admin');
  await page.getByLabel('Find a booking by').fill('carla hern');
  await account.button('Find').click();
  await page.getByText('One booking').waitFor();
  await page.getByRole('link', { name: new RegExp(`^${name}, [A-Z0-9]{8}$`) }).click();
  await account.heading(name).waitFor();
  expect(await page.getByText('Cancel and refund', { exact: true }).isVisible()).toBe(true);
});

test('a reference that is typed on the schedule leads to its booking; a filter that finds nothing says what to do', async () => {
  const { name } = customer('Ike Long');
  await bookByCalls(shop, { date: addDays(await shop.today(), 13), claim: 'pm' }, name);
  const visitor = await shop.visit();
  const account = new AccountPage(visitor);
  const { page } = account;
  await account.signInByCall(OWNER_ACCOUNT, shop, '/app/admin/bookings');
  const link = page.getByRole('link', { name: new RegExp(`^${name}, `) }).first();
  const reference = (await link.innerText()).split(', ').at(-1) ?? '';
  const href = (await link.getAttribute('href')) ?? '';
  expect(referenceOf(href.split('/').at(-1) ?? '')).toBe(reference);
  await account.open('/app/admin/schedule');
  await page.getByLabel('Find a booking by').fill(reference.toLowerCase());
  await account.button('Find').click();
  await page.waitForURL(`**/app/admin/bookings?search=${reference.toLowerCase()}`);
  await page.getByText('One booking').waitFor();
  await page.getByLabel('State').selectOption('no-show');
  await page.getByLabel('Reference, name, phone, or email').fill('nobody like that');
  await account.button('Apply').click();
  await account.heading('No bookings found').waitFor();
  // The button that had the focus has begun anew with its filter.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  expect(await problems(page)).toEqual([]);
  await page.getByRole('link', { name: 'Show all bookings' }).click();
  await link.waitFor();
  expect(await problems(page)).toEqual([]);
});

test('booking streams of the log lead to the booking', async () => {
  const { name } = customer('Wanda Fox');
  await bookByCalls(shop, { date: addDays(await shop.today(), 14), claim: 'am' }, name);
  const account = new AccountPage(await shop.visit({ scripts: false }));
  await account.signInByCall(OWNER_ACCOUNT, shop);
  await account.open('/app/admin/events?type=BookingConfirmed');
  await account.page
    .getByRole('link', { name: /^Booking [A-Z0-9]{8}$/ })
    .first()
    .click();
  await account.heading(name).waitFor();
  expect(await account.page.getByText('Booked', { exact: true }).count()).toBeGreaterThan(0);
});

import type { APIResponse, Page } from 'playwright-core';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { expect, test } from 'vitest';
import { AccountPage, OWNER_ACCOUNT, openShopWithOwner } from './account-page.ts';
import { BookingPage, pay, person } from './booking-page.ts';

const shop = openShopWithOwner();

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:standard', 'html-validate:a11y'],
    // Buttons may stand outside of their form.
    rules: { 'wcag/h32': 'off' },
  }),
);

/** What is wrong with the HTML that a page is sent as. */
async function faults(response: APIResponse): Promise<string[]> {
  const { results } = await validator.validateString(await response.text());
  return results.flatMap(({ messages }) =>
    messages.map(({ message, selector }) => `${response.url()} ${selector}: ${message}`),
  );
}

async function faultsOf({ request }: Page, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) found.push(...(await faults(await request.get(path))));
  return found;
}

test('pages for everyone are valid HTML', async () => {
  const { page } = await shop.visit({ scripts: false });
  const paths = [
    '/',
    '/pricing',
    '/about',
    '/services',
    '/services/doors-and-windows',
    '/areas',
    '/areas/ojai',
    '/legal/terms',
    '/legal/privacy',
    '/book',
    '/book?service=full-day&month=2027-04',
    '/lost-link',
    '/nowhere',
    '/login',
    '/register',
    '/forgot-password',
    '/reset-password?token=ended',
  ];
  expect(await faultsOf(page, paths)).toEqual([]);
});

test('pages of a booking are valid HTML', async () => {
  const visitor = await shop.visit({ scripts: false });
  const { page } = visitor;
  const booking = new BookingPage(visitor);
  await booking.open({ date: await shop.day(2), claim: 'am' });
  await booking.fillIn(person('Val Id'));
  await booking.sendToPay();
  await pay(page);
  await page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
  const { pathname, search, searchParams } = new URL(page.url());
  const path = `/booking/${searchParams.get('eventId')}`;
  expect(await faultsOf(page, [pathname + search, path, `${path}/reschedule`, `${path}/cancel`])).toEqual([]);
});

test('pages of accounts and of the owner are valid HTML', async () => {
  const visitor = await shop.visit({ scripts: false });
  await new AccountPage(visitor).signInByCall(OWNER_ACCOUNT, shop);
  const paths = [
    '/app',
    '/app/bookings',
    '/app/profile',
    '/app/admin',
    '/app/admin/users',
    '/app/admin/stats',
    '/app/admin/bookings',
    '/app/admin/schedule',
    '/app/admin/schedule/book',
    '/app/admin/events',
  ];
  expect(await faultsOf(visitor.page, paths)).toEqual([]);
});

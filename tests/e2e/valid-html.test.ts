import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { expect, test } from 'vitest';
import { OWNER_ACCOUNT, openShopWithOwner, signedIn } from './account-page.ts';
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

/** What is wrong with the HTML that pages are sent as. */
async function faults(paths: readonly string[], headers: Record<string, string> = {}): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const answer = await shop.fetch(path, { headers });
    if (answer.headers.has('location')) found.push(`${path} redirects`);
    const { results } = await validator.validateString(await answer.text());
    const messages = results.flatMap((result) => result.messages);
    found.push(...messages.map(({ message, selector }) => `${path} ${selector}: ${message}`));
  }
  return found;
}

test('pages for everyone are valid HTML', async () => {
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
  expect(await faults(paths)).toEqual([]);
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
  const cookie = (await visitor.context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const paths = [pathname + search, path, `${path}/reschedule`, `${path}/cancel`];
  expect(await faults(paths, { cookie })).toEqual([]);
});

test('pages of accounts and of the owner are valid HTML', async () => {
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
  expect(await faults(paths, await signedIn(OWNER_ACCOUNT, shop))).toEqual([]);
});

import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { expect, test } from 'vitest';
import { OWNER_ACCOUNT, openShopWithOwner } from './account-page.ts';
import { HttpCustomer } from './http-customer.ts';

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
async function faults(paths: readonly string[], visitor = new HttpCustomer(shop.origin)): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const { location, text } = await visitor.get(path);
    if (location !== null) found.push(`${path} redirects`);
    const { results } = await validator.validateString(text);
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
  const customer = new HttpCustomer(shop.origin);
  const eventId = await customer.book(4);
  const confirmation = `/book/confirmation?status=confirmed&service=half-day&eventId=${eventId}`;
  const path = `/booking/${eventId}`;
  expect(await faults([confirmation, path, `${path}/reschedule`, `${path}/cancel`], customer)).toEqual([]);
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
  const owner = new HttpCustomer(shop.origin);
  const { email, password } = OWNER_ACCOUNT;
  expect((await owner.call('signIn', { email, password })).status).toBe(200);
  expect(await faults(paths, owner)).toEqual([]);
});

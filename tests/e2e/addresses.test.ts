/** Addresses that were typed, cut off or made up. */
import assert from 'node:assert/strict';
import { beforeAll, describe, expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { OWNER_ACCOUNT, openShopWithOwner } from './account-page.ts';
import { bookByCalls } from './manage-page.ts';

const shop = openShopWithOwner();

const ODD = ['', 'bogus', '-1', '["a"]', '2027-02-30', '\0', 'x'.repeat(1000)];

const PAGES = [
  ['/app/bookings', ['filter', 'page']],
  [
    '/app/admin/users',
    ['page', 'pageSize', 'sortBy', 'sortOrder', 'secondarySortBy', 'secondarySortOrder', 'search', 'role'],
  ],
  ['/app', ['filter']],
  ['/app/profile', ['filter']],
  ['/booking/{visit}', ['month']],
  ['/booking/{visit}/reschedule', ['month', 'date', 'claim']],
  ['/book', ['service', 'month', 'date', 'claim', 'step']],
  ['/book/confirmation', ['status', 'service', 'eventId']],
  ['/register', ['email']],
  ['/forgot-password', ['email']],
  ['/reset-password', ['token']],
  ['/verify-email', ['token']],
  ['/login', ['reset', 'email', 'redirect']],
  ['/', ['service']],
] as const;

/** What a visitor's browser stores after a response. */
function cookieOf(response: Response, name: string): string {
  const line = response.headers.getSetCookie().find((each) => each.startsWith(`${name}=`));
  assert.ok(line, `there is no cookie ${name}`);
  return line.slice(0, line.indexOf(';'));
}

describe('an invalid address', () => {
  let cookie = '';
  let visit = '';

  beforeAll(async () => {
    const { email, password } = OWNER_ACCOUNT;
    const signedIn = await shop.fetch(rpcPath('signIn'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    const { link } = await bookByCalls(shop, { date: await shop.day(3), claim: 'am' }, 'Any Body');
    const opened = await shop.fetch(new URL(link).pathname);
    visit = opened.headers.get('location')?.split('/').at(-1) ?? '';
    cookie = `${cookieOf(signedIn, 'session')}; ${cookieOf(opened, 'links')}`;
  });

  test.each(PAGES)('still shows %s with %j', async (page, names) => {
    for (const name of names) {
      for (const value of ODD) {
        const path = `${page.replace('{visit}', visit)}?${new URLSearchParams({ [name]: value }).toString()}`;
        const answer = await shop.fetch(path, { headers: { cookie }, redirect: 'follow' });
        const { status } = answer;
        expect({ path, status }).toEqual({ path, status: page === '/book/confirmation' ? 404 : 200 });
        expect(await answer.text()).not.toContain('It’s our fault');
      }
    }
  });
});

import { expect, test } from 'vitest';
import { manageToken, manageUrl } from '#server/bookings/access/manage-link.ts';
import { linkedBookingPath } from '#shared/booking/managed-booking.ts';
import { sqlIn } from '../../../db/folder.ts';
import { storedText } from '../../../db/stored-text.ts';
import { Customer, customer, UNKNOWN } from '../customer.ts';
import { openSite } from '../site.ts';

test('the link gives a browser access and redirects at once: no page’s URL has the secret', async () => {
  const site = openSite();
  const ada = await customer(site);
  const phone = new Customer(site, site.visitor(), ada.id);
  expect(await phone.view()).toEqual(UNKNOWN);
  const there = linkedBookingPath(ada.id);
  expect(await phone.opens(await ada.link())).toBe(`303 ${there}`);
  expect(await phone.opens(there)).toBe(`303 /booking/${ada.id}`);
  expect((await phone.sees()).visit?.email).toBe('ada@example.com');
});

test('opening it changes no booking, and its cookie is HttpOnly', async () => {
  const site = openSite();
  const ada = await customer(site);
  const position = site.store.position;
  const response = await site.app.request(await ada.link());
  expect(site.store.position).toBe(position);
  expect(response.headers.get('set-cookie')).toMatch(/^links=.*; HttpOnly; SameSite=Lax/);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('no page that a link leads to gets its URL as a referrer', async () => {
  const site = openSite();
  const ada = await customer(site);
  for (const link of [await ada.link(), `/manage/${'A'.repeat(43)}`, `${await ada.link()}?from=mail`]) {
    const response = await site.app.request(link);
    expect([response.status, response.headers.get('referrer-policy')]).toEqual([303, 'no-referrer']);
  }
});

test.each(['x', 'A'.repeat(43), 'A'.repeat(44)])('a link that was never sent (%s) opens nothing', async (token) => {
  const site = openSite();
  const response = await site.app.request(`/manage/${token}`);
  expect([response.status, response.headers.get('location')]).toEqual([303, '/booking/unknown']);
  expect(response.headers.get('set-cookie')).toBeNull();
});

test('a link gives access to its own booking only; a browser can have access to two', async () => {
  const site = openSite();
  const ada = await customer(site);
  const ben = await customer(site, { claim: 'pm' });
  const both = new Customer(site, ada.visitor, ben.id);
  expect(await both.view()).toEqual(UNKNOWN);
  expect(await both.cancels('refund')).toMatchObject({ status: 404, refusal: 'unknown-booking' });
  await both.opens();
  expect((await both.sees()).eventId).toBe(ben.id);
  expect((await ada.sees()).eventId).toBe(ada.id);
});

test('the link is the same each time, changes with each move, and cannot be derived from the disk', async () => {
  const site = openSite();
  const ada = await customer(site);
  const token = manageToken(site, ada.id, 0);
  expect(manageToken(site, ada.id, 0)).toBe(token);
  expect(manageToken(site, ada.id, 1)).not.toBe(token);
  expect(await manageUrl(site, ada.id, 0)).toBe(`http://localhost:3000/manage/${token}`);
  const { dataFolder } = site.config;
  expect(sqlIn(dataFolder, 'SELECT * FROM manage_links')).toHaveLength(1);
  expect(storedText(dataFolder)).not.toContain(token);
});

test('a sent link stays valid when the secret for new links changes', async () => {
  const site = openSite();
  const ada = await customer(site);
  const link = await ada.link();
  const changed = {
    ...site,
    config: { ...site.config, cookieSecrets: ['another secret of the tests, long enough'] as const },
  };
  expect(`/manage/${manageToken(changed, ada.id, 0)}`).not.toBe(link);
  const phone = new Customer(site, site.visitor(), ada.id);
  await phone.opens(link);
  expect((await phone.sees()).eventId).toBe(ada.id);
});

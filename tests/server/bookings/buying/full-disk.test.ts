import { expect, test } from 'vitest';
import { refuseWrites } from '../../../db/refuse-writes.ts';
import { confirmationPath } from '#server/bookings/paths.ts';
import { customer } from '../customer.ts';
import { openSite } from '../site.ts';

/** A site whose database can be made to refuse writes. */
function siteOnDisk() {
  const site = openSite();
  return { site, protect: () => refuseWrites(site.config.dataFolder) };
}

test('a move that cannot be stored is refused as a whole: the visit and its link stay, and the same move works later', async () => {
  const { site, protect } = siteOnDisk();
  const ada = await customer(site);
  const before = await ada.link();
  const relieve = await protect();
  expect(await ada.moves('2027-03-20')).toMatchObject({ status: 503, refusal: 'storage-down' });
  expect(site.history(ada.id)).not.toContain('BookingRescheduled');
  expect((await ada.sees()).state).toBe('confirmed');
  await relieve();
  expect(await ada.link()).toBe(before);
  expect(await ada.moves('2027-03-20')).toMatchObject({ status: 200 });
  expect((await ada.sees()).state).toBe('confirmed');
});

test('the return from payment while the log refuses writes says when to retry, and redirects then', async () => {
  const { site, protect } = siteOnDisk();
  const ada = site.visitor();
  const id = await ada.holds();
  await ada.pays();
  const relieve = await protect();
  const response = await ada.request(`/book/return?checkout=${ada.checkout}`);
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30']);
  expect(await response.text()).toContain('Please don’t pay again.');
  await relieve();
  expect(await ada.returns()).toBe(`303 ${confirmationPath(id, 'half-day')}`);
});

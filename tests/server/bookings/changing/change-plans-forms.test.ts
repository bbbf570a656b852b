/** Changing plans without script. */
import { expect, test } from 'vitest';
import { at } from '../../../events/facts.ts';
import { customer } from '../customer.ts';
import { openSite } from '../site.ts';
import { pageAfter } from '../visitor.ts';

const TARGET = '2027-03-20';
/** Free changes of a visit on March 16 are over. */
const DEADLINE = at('2027-03-15T00:00:00-07:00');

test('both forms redirect to the page of the booking', async () => {
  const site = openSite();
  const ada = await customer(site);
  const moved = await ada.posts('reschedule', { slot: `${TARGET}/am` });
  expect([moved.status, moved.headers.get('location')]).toEqual([303, `/booking/${ada.id}`]);
  expect(await ada.visitor.flashOn(`/booking/${ada.id}`)).toMatchObject({ refusal: null, notice: 'visit-moved' });
  await ada.sees();
  const cancelled = await ada.posts('cancel', { expects: 'refund' });
  expect([cancelled.status, cancelled.headers.get('location')]).toEqual([303, `/booking/${ada.id}`]);
  expect((await ada.sees()).state).toBe('cancelled');
});

test('a refusal is shown on the page of the form, with the chosen values', async () => {
  const site = openSite();
  const ada = await customer(site);
  await customer(site, { date: TARGET });
  const moved = await ada.posts('reschedule', { slot: `${TARGET}/am`, month: '2027-03' });
  const page = `/booking/${ada.id}/reschedule`;
  expect(pageAfter(moved)).toBe(`${page}?month=2027-03&date=${TARGET}&claim=am`);
  expect(await ada.visitor.flashOn(page)).toMatchObject({ refusal: 'slot-taken', nearest: { length: 4 } });
  site.clock.advance(DEADLINE - site.clock.now());
  await ada.opens();
  const cancelled = await ada.posts('cancel', { expects: 'refund' });
  expect(pageAfter(cancelled)).toBe(`/booking/${ada.id}/cancel`);
  expect(await ada.visitor.flashOn(`/booking/${ada.id}/cancel`)).toMatchObject({ refusal: 'terms-changed' });
});

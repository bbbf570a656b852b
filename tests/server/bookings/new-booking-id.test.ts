import { expect, test } from 'vitest';
import { newBookingId } from '#server/bookings/new-booking-id.ts';
import { referenceOf } from '#shared/reference.ts';
import { openSite } from './site.ts';

test('a new booking gets no reference that another has', async () => {
  const site = openSite();
  const id = await site.visitor().holds();
  const end = id.slice(-10);
  const twin = `0195f0a0-0000-7000-8000-00${(BigInt(`0x${end}`) ^ (1n << 39n)).toString(16).padStart(10, '0')}`;
  expect(referenceOf(twin)).toBe(referenceOf(id));
  const free = '0195f0a0-0000-7000-8000-000123456789';
  const draws = [id, twin, free];
  expect(await newBookingId(site, () => draws.shift() ?? '')).toBe(free);
});

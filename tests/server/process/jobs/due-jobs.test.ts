import { expect, test } from 'vitest';
import { bookingOf } from '#events/booking/booking.ts';
import { lapse } from '../../../db/changes.ts';
import { DATE } from '../../../events/facts.ts';
import { MINUTE } from '../../bookings/site.ts';
import { until } from '../../workers/run.ts';
import { gated, noting, openJobSite } from './job-site.ts';

type Caused = { readonly stream: string; readonly at: number };

const byBooking = ({ stream, at }: Caused) => ({ key: bookingOf(stream), orderKey: bookingOf(stream), due: at });
const waking = (event: Caused) => ({ ...byBooking(event), wakes: true as const });

test('a later event with the same key makes a job that was done due again', async () => {
  const { orderKeys, kind } = noting();
  const site = openJobSite([{ ...kind, on: { SlotHeld: byBooking, HoldExpired: waking } }]);
  await site.holds('b1');
  site.start();
  await until(async () => (await site.job(1)).state === 'done');
  await site.store.change(lapse('b1', DATE));
  await until(() => orderKeys().length === 2);
  await until(async () => (await site.job(1)).state === 'done');
});

test('a job that an event wakes while it runs runs once more', async () => {
  const { running, kind, end } = gated();
  const site = openJobSite([{ ...kind, on: { SlotHeld: byBooking, HoldExpired: waking } }]);
  await site.holds('b1');
  site.start();
  await until(() => running.length === 1);
  site.clock.advance(MINUTE);
  await site.store.change(lapse('b1', DATE));
  end('b1');
  await until(() => running.length === 2);
  expect(await site.job(1)).toMatchObject({ state: 'waiting', attempts: 0 });
  end('b1');
  await until(async () => (await site.job(1)).state === 'done');
});

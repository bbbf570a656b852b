import { expect, test } from 'vitest';
import { bookingOf } from '#events/booking/booking.ts';
import { lapse } from '../../../db/changes.ts';
import { DATE } from '../../../events/facts.ts';
import { HOUR, MINUTE } from '../../bookings/site.ts';
import { passMinutes, until } from '../../workers/run.ts';
import { gated, holdKind, noting, openJobSite } from './job-site.ts';

type Caused = { readonly stream: string; readonly at: number };

const byBooking = ({ stream, at }: Caused) => ({ key: bookingOf(stream), orderKey: bookingOf(stream), due: at });
const waking = (event: Caused) => ({ ...byBooking(event), wakes: true as const });

test('a job whose time has not come waits until then', async () => {
  const ran: number[] = [];
  const kind = holdKind(async ({ due, at }) => {
    ran.push(due);
    return due < at + HOUR ? { due: at + HOUR } : undefined;
  });
  const site = openJobSite([kind]);
  await site.holds('b1');
  site.start();
  await passMinutes(site, 59);
  expect(ran).toHaveLength(1);
  await passMinutes(site, 1);
  expect(ran).toEqual([(await site.job(1)).at, (await site.job(1)).at + HOUR]);
  expect(await site.job(1)).toMatchObject({ state: 'done', attempts: 0 });
});

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

test('after the clock was set back, no job waits longer than its kind allows', async () => {
  const { ran, kind } = noting();
  const on = { SlotHeld: (event: Caused) => ({ ...byBooking(event), due: event.at + HOUR }) };
  const site = openJobSite([{ ...kind, on, longestWaitMs: HOUR }]);
  site.start();
  await site.clock.idle();
  site.clock.setAhead(48 * HOUR);
  await site.holds('b1');
  await passMinutes(site, 1);
  site.clock.setBack(48 * HOUR);
  await passMinutes(site, 61);
  expect(ran).toHaveLength(1);
});

test('a job that was due while the clock was ahead runs at once when it was set back', async () => {
  const { ran, kind } = noting();
  const site = openJobSite([kind]);
  site.clock.setAhead(48 * HOUR);
  await site.holds('b1');
  site.clock.setBack(48 * HOUR);
  site.start();
  await until(() => ran.length === 1);
});

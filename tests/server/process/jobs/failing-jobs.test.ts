import { expect, test } from 'vitest';
import { Park } from '#server/process/jobs/job-kind.ts';
import { refuseWrites } from '../../../db/refuse-writes.ts';
import { MINUTE } from '../../bookings/site.ts';
import { pass, passMinutes, until } from '../../workers/run.ts';
import { gated, noting, openJobSite } from './job-site.ts';

const fault = () => new Error('the service is down');

test('a failing job is retried with backoff, and only later jobs with its order key wait', async () => {
  const { orderKeys, kind } = noting((orderKey, times) => orderKey === 'a' && times < 3 && fault());
  const first = (stream: string) => stream.slice('booking-'.length)[0]!;
  const site = openJobSite([
    { ...kind, on: { SlotHeld: ({ id, stream, at }) => ({ key: id, orderKey: first(stream), due: at }) } },
  ]);
  await site.holds('a1', 'a2', 'b1');
  site.start();
  await until(() => orderKeys().length === 2);
  expect(orderKeys()).toEqual(['a', 'b']);
  await pass(site, MINUTE, async () => (await site.job(2)).state === 'done');
  expect(orderKeys()).toEqual(['a', 'b', 'a', 'a', 'a']);
  expect(await site.job(1)).toMatchObject({ state: 'done', attempts: 2 });
});

test('after jobs with three order keys have failed in a row, a kind pauses, tries one at a time, and goes on after a success', async () => {
  let isDown = true;
  const { ran, kind } = noting(() => isDown && fault());
  const site = openJobSite([{ ...kind, atOnce: 3 }]);
  await site.holds(...Array.from({ length: 40 }, (_, index) => `b${index}`));
  site.start();
  await until(() => ran.length >= 3);
  await passMinutes(site, 3);
  expect(ran.length).toBeLessThan(3 + 3 * 60);
  isDown = false;
  const before = ran.length;
  await pass(
    site,
    16 * MINUTE,
    async () => (await site.job(40)).state === 'done' && (await site.job(1)).state === 'done',
  );
  expect(ran.length).toBeLessThanOrEqual(before + 40);
});

test('a parked job stays with its code, blocks no later job with its order key, and enqueues the letter about it', async () => {
  const { orderKeys, kind } = noting((_, times) => times === 1 && new Park('no-such-address'));
  const letters = noting();
  const site = openJobSite([
    {
      ...kind,
      on: { SlotHeld: ({ id, at }) => ({ key: id, orderKey: 'all', due: at }) },
      onPark: (parked) => ({
        kind: 'letter',
        key: `${parked.id}`,
        orderKey: 'owner',
        due: 0,
        position: parked.position,
      }),
    },
    { ...letters.kind, kind: 'letter', on: {} },
  ]);
  await site.holds('b1', 'b2');
  site.start();
  await until(() => orderKeys().length === 2 && letters.ran.length === 1);
  expect(await site.job(1)).toMatchObject({
    state: 'parked',
    code: 'no-such-address',
    attempts: 1,
    endedAt: site.clock.now(),
  });
  expect(letters.ran[0]).toMatchObject({ key: '1', position: (await site.job(1)).position });
});

test('while the disk is read-only, a finished job is not repeated, and its result is written once the disk accepts writes', async () => {
  const { running, kind, end } = gated();
  const site = openJobSite([kind]);
  await site.holds('b1', 'b2');
  site.start();
  await until(() => running.length === 1);
  const relieve = await refuseWrites(site.folder);
  end(running[0]!);
  await passMinutes(site, 5);
  expect(running).toHaveLength(1);
  await relieve();
  await pass(site, MINUTE, () => running.length === 2);
  expect(await site.job(1)).toMatchObject({ state: 'done', attempts: 0 });
  end(running[1]!);
});

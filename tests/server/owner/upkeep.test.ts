import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { projections } from '#db/projections/index.ts';
import { liveUpkeep } from '#server/owner/upkeep.ts';
import type { UpkeepView } from '#shared/owner/upkeep.ts';
import { PATIENCE_MS } from '#tests/patience.ts';
import { ADA, BEN, type Person, openTown } from '../accounts/town.ts';

async function withAdmin() {
  const town = openTown();
  const ada = await town.resident(ADA);
  return { town, ada };
}

/** Starts a task. Resolves with its result once it is over. */
async function completes(ada: Person, task: string): Promise<UpkeepView['job']> {
  expect(await ada.call('startUpkeep', { task })).toMatchObject({ status: 200, redirect: '/app/admin/upkeep' });
  const jobNow = async () => (await ada.ask('upkeep')).body.job;
  // With a pause: an account may ask only so often.
  await vi.waitUntil(async () => (await jobNow())?.state !== 'running', { interval: 20, timeout: PATIENCE_MS });
  return jobNow();
}

describe('the owner’s view of upkeep', () => {
  test('has the position of every projection, and the position of each worker', async () => {
    const { town, ada } = await withAdmin();
    const { position } = town.store;
    const { body } = await ada.ask('upkeep');
    expect(body.position).toBe(position);
    expect(body.projections).toEqual(Object.values(projections).map(({ name }) => ({ name, position })));
    expect(body.job).toBeNull();
  });

  test('is followed live', async () => {
    const { town } = await withAdmin();
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    const views = liveUpkeep(town, leaving.signal);
    const before = (await views.next()).value;
    await town.resident(BEN);
    const next = views.next();
    await town.clock.idle();
    town.clock.advance(1000);
    expect([before?.position, (await next).value?.position]).toEqual([expect.any(Number), town.store.position]);
  });

  test('is for admins alone', async () => {
    const { town, ada } = await withAdmin();
    const ben = await town.resident(BEN);
    expect([(await ben.ask('upkeep')).status, (await ben.ask('upkeepLive')).status]).toEqual([403, 403]);
    expect((await ben.call('startUpkeep', { task: 'verify' })).status).toBe(403);
    expect((await ada.ask('upkeep')).body.job).toBeNull();
  });
});

describe('upkeep that an admin starts', () => {
  test('checks every event', async () => {
    const { town, ada } = await withAdmin();
    const { position } = town.store;
    expect(await completes(ada, 'verify')).toEqual({ task: 'verify', state: 'done', position, end: position });
  });

  test.each(Object.keys(projections))('rebuilds %s', async (task) => {
    const { town, ada } = await withAdmin();
    const { position } = town.store;
    expect(await completes(ada, task)).toEqual({ task, state: 'done', position, end: position });
    expect((await ada.users()).body.total).toBe(1);
  });

  test('is one at a time: a second start of the same changes nothing, and one of another is refused', async () => {
    const { ada } = await withAdmin();
    const starts = ['bookings', 'bookings', 'verify'].map((task) => ada.call('startUpkeep', { task }));
    expect(await Promise.all(starts)).toMatchObject([
      { status: 200 },
      { status: 200 },
      { status: 409, refusal: 'upkeep-running' },
    ]);
  });

  test('is refused when there is no such task', async () => {
    const { ada } = await withAdmin();
    expect(await ada.call('startUpkeep', { task: 'nothing' })).toMatchObject({ refusal: 'invalid' });
    expect((await ada.ask('upkeep')).body.job).toBeNull();
  });

  test('starts without script, too', async () => {
    const { ada } = await withAdmin();
    const { location } = await ada.post('startUpkeep', { task: 'verify' });
    expect(location).toBe('/app/admin/upkeep');
    expect((await ada.ask('upkeep')).body.job).toMatchObject({ task: 'verify' });
  });
});

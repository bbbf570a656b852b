import { expect, test } from 'vitest';
import { holdExpiry } from '#server/bookings/jobs/holds.ts';
import { HOUR, MINUTE, openSite } from '../site.ts';
import { passTurns, run, until } from '../../workers/run.ts';

test('a hold is released when its 30 minutes are over, not before', async () => {
  const site = openSite();
  const id = await site.visitor().holds();
  run(site, holdExpiry);
  await passTurns();
  site.clock.advance(30 * MINUTE - 1);
  await passTurns();
  expect((await site.state(id))?.status).toBe('held');
  const expired = site.recorded('HoldExpired');
  site.clock.advance(1);
  expect(await expired).toMatchObject({ data: { cause: 'lapsed' }, at: site.clock.now() });
  expect(await site.visitor().hold()).toMatchObject({ status: 200 });
});

test('holds that expired while no server ran are released at the next start', async () => {
  const site = openSite();
  const ids = [await site.visitor().holds(), await site.visitor().holds({ claim: 'pm' })];
  site.clock.advance(3 * HOUR);
  run(site, holdExpiry);
  for (const id of ids) await until(async () => (await site.state(id))?.status === 'expired');
});

test('a hold whose checkout cannot be closed delays no other, and is released once it can be closed', async () => {
  const site = openSite();
  const ada = site.visitor();
  const stuck = await ada.holds();
  const other = await site.visitor().holds({ claim: 'pm' });
  site.payments.broken.add(ada.checkout);
  site.clock.advance(30 * MINUTE);
  const running = run(site, holdExpiry);
  await until(async () => (await site.state(other))?.status === 'expired');
  expect((await site.state(stuck))?.status).toBe('held');
  await running.stop();

  site.clock.advance(48 * HOUR);
  run(site, holdExpiry);
  await passTurns();
  expect((await site.state(stuck))?.status).toBe('held');
  site.payments.broken.clear();
  site.clock.advance(MINUTE);
  await until(async () => (await site.state(stuck))?.status === 'expired');
});

import { expect, test } from 'vitest';
import { holdExpiry } from '#server/bookings/jobs/hold-expiry.ts';
import { HOUR, MINUTE, openSite } from '../site.ts';
import { leave, passTurns, run, until } from '../../workers/run.ts';

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

test('a hold expires within a minute of its time after the machine’s clock was set ahead', async () => {
  const site = openSite();
  const id = await site.visitor().holds();
  run(site, holdExpiry);
  await passTurns();
  site.clock.setBack(-HOUR);
  site.clock.advance(MINUTE);
  await until(async () => (await site.state(id))?.status === 'expired');
});

test('a hold made while the clock was days ahead is released within 30 minutes once the clock is right', async () => {
  const site = openSite();
  site.clock.setBack(-48 * HOUR);
  const ahead = await site.visitor().holds();
  site.clock.setBack(48 * HOUR);
  const next = await site.visitor().holds({ claim: 'pm' });
  run(site, holdExpiry);
  await passTurns();
  expect((await site.state(next))?.status).toBe('held');
  site.clock.advance(30 * MINUTE);
  for (const id of [ahead, next]) await until(async () => (await site.state(id))?.status === 'expired');
});

test('the event that releases a hold names the hold as its cause', async () => {
  const site = openSite();
  const held = site.recorded('SlotHeld');
  await site.visitor().holds();
  run(site, holdExpiry);
  await passTurns();
  const expired = site.recorded('HoldExpired');
  site.clock.advance(HOUR);
  const { id: causation, correlation } = await held;
  expect(await expired).toMatchObject({ causation, correlation });
});

test('holds that expired while no server ran are released at the next start', async () => {
  const site = openSite();
  const ids = [await site.visitor().holds(), await site.visitor().holds({ claim: 'pm' })];
  site.clock.advance(3 * HOUR);
  run(site, holdExpiry);
  for (const id of ids) await until(async () => (await site.state(id))?.status === 'expired');
});

test('a hold made while another waits to expire is released in its turn', async () => {
  const site = openSite();
  const first = await site.visitor().holds();
  run(site, holdExpiry);
  site.clock.advance(10 * MINUTE);
  const second = await site.visitor().holds({ claim: 'pm' });
  await passTurns();
  site.clock.advance(20 * MINUTE);
  await until(async () => (await site.state(first))?.status === 'expired');
  await passTurns();
  expect((await site.state(second))?.status).toBe('held');
  site.clock.advance(10 * MINUTE);
  await until(async () => (await site.state(second))?.status === 'expired');
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

test('a hold with no response about its checkout delays no other', async () => {
  const site = openSite();
  const ada = site.visitor();
  const stuck = await ada.holds();
  const other = await site.visitor().holds({ claim: 'pm' });
  site.payments.hanging.add(ada.checkout);
  site.clock.advance(30 * MINUTE);
  leave(site, holdExpiry);
  await until(async () => (await site.state(other))?.status === 'expired');
  expect((await site.state(stuck))?.status).toBe('held');
});

import { expect, test } from 'vitest';
import { expire } from '#server/bookings/buying/expire.ts';
import { reconciliation } from '#server/bookings/jobs/holds.ts';
import { HOUR, MINUTE, openSite } from '../site.ts';
import { leave, passMinutes, passTurns, run, until } from '../../workers/run.ts';

const CAUSE = { correlation: 'a test' };

/** Two visitors with unrecorded payments, and their bookings. */
async function twoThatPaid() {
  const site = openSite();
  const [ada, ben] = [site.visitor(), site.visitor()];
  const first = await ada.holds();
  const second = await ben.holds({ claim: 'pm' });
  await ada.pays();
  await ben.pays();
  site.clock.advance(MINUTE);
  return { site, ada, first, second };
}

test('a payment without a notice is found within a minute', async () => {
  const site = openSite();
  const ada = site.visitor();
  const id = await ada.holds();
  run(site, reconciliation);
  await passTurns();
  await ada.pays();
  site.clock.advance(MINUTE);
  await until(async () => (await site.state(id))?.status === 'confirmed');
});

test('a payment that arrived while no server ran is found at the next start', async () => {
  const site = openSite();
  const ada = site.visitor();
  const id = await ada.holds();
  await ada.pays();
  site.clock.advance(MINUTE);
  run(site, reconciliation);
  await until(async () => (await site.state(id))?.status === 'confirmed');
});

test('a late payment is found for a day after the hold has expired', async () => {
  const site = openSite();
  const ada = site.visitor();
  const id = await ada.holds();
  await ada.pays('late');
  site.clock.advance(30 * MINUTE);
  await expire(site, id, 'lapsed', CAUSE);
  site.clock.advance(24 * HOUR - 1);
  run(site, reconciliation);
  await until(async () => (await site.state(id))?.status === 'confirmed');
});

test('the provider is not queried about an unpaid hold that lapsed more than a day ago', async () => {
  const site = openSite();
  const ada = site.visitor();
  const id = await ada.holds();
  await ada.pays('late');
  site.clock.advance(30 * MINUTE);
  await expire(site, id, 'lapsed', CAUSE);
  site.clock.advance(24 * HOUR);
  run(site, reconciliation);
  await passTurns();
  expect((await site.state(id))?.status).toBe('expired');
});

test('a failed query about one checkout does not delay finding others', async () => {
  const { site, ada, first, second } = await twoThatPaid();
  site.payments.broken.add(ada.checkout);
  run(site, reconciliation);
  await until(async () => (await site.state(second))?.status === 'confirmed');
  await passTurns();
  expect((await site.state(first))?.status).toBe('held');
  expect(site.lines.join('')).toContain('checkout not queried, will be retried');
  site.payments.broken.clear();
  site.clock.advance(MINUTE);
  await until(async () => (await site.state(first))?.status === 'confirmed');
});

test('a released hold is queried once, as its checkout is closed', async () => {
  const site = openSite();
  const ada = site.visitor();
  await ada.holds();
  const first = ada.checkout;
  // The other time gives the first one back.
  const standing = await ada.holds({ claim: 'pm' });
  run(site, reconciliation);
  await passMinutes(site, 2);
  const before = site.payments.asked.length;
  await passMinutes(site, 1);
  expect(site.payments.asked.slice(before)).toEqual([ada.checkout]);
  expect(site.payments.asked).toContain(first);
  expect((await site.state(standing))?.status).toBe('held');
});

test('an expired hold is queried once, as its checkout is closed', async () => {
  const site = openSite();
  const ada = site.visitor();
  const id = await ada.holds();
  site.clock.advance(30 * MINUTE);
  await expire(site, id, 'lapsed', CAUSE);
  run(site, reconciliation);
  await passTurns();
  const before = site.payments.asked.length;
  expect(site.payments.asked).toContain(ada.checkout);
  await passMinutes(site, 3);
  expect(site.payments.asked.slice(before)).toEqual([]);
});

test('a checkout unknown to the provider is logged once, without a stack', async () => {
  const site = openSite();
  const ada = site.visitor();
  const id = await ada.holds();
  site.clock.advance(30 * MINUTE);
  await expire(site, id, 'lapsed', CAUSE);
  site.payments.unknown.add(ada.checkout);
  run(site, reconciliation);
  await passTurns();
  site.clock.advance(MINUTE);
  await passTurns();
  const lines = site.lines.filter((line) => line.includes('unknown to'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('checkout unknown to the payment provider');
  expect(lines[0]).not.toContain('stack');
});

test('a query without a response delays no other', async () => {
  const { site, ada, first, second } = await twoThatPaid();
  site.payments.hanging.add(ada.checkout);
  leave(site, reconciliation);
  await until(async () => (await site.state(second))?.status === 'confirmed');
  expect((await site.state(first))?.status).toBe('held');
});

import { expect, test } from 'vitest';
import { expire } from '#server/bookings/buying/expire.ts';
import { reconciliation } from '#server/bookings/jobs/reconciliation.ts';
import { HOUR, MINUTE, openSite } from '../site.ts';
import { leave, passTurns, run, until } from '../../workers/run.ts';

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

test('a query without a response delays no other', async () => {
  const { site, ada, first, second } = await twoThatPaid();
  site.payments.hanging.add(ada.checkout);
  leave(site, reconciliation);
  await until(async () => (await site.state(second))?.status === 'confirmed');
  expect((await site.state(first))?.status).toBe('held');
});

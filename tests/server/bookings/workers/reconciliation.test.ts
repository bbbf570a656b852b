import { expect, test } from 'vitest';
import { expire } from '#server/bookings/buying/expire.ts';
import { reconciliation } from '#server/bookings/workers/reconciliation.ts';
import { addDays } from '#shared/civil-date.ts';
import { HOUR, MINUTE, openSite } from '../site.ts';
import { leave, run, until } from '../../workers/run.ts';

const CAUSE = { correlation: 'a test' };

/** Two visitors with unrecorded payments, and their bookings. */
async function twoThatPaid() {
  const site = openSite();
  const [ada, ben] = [site.visitor(), site.visitor()];
  const first = await ada.holds();
  const second = await ben.holds({ claim: 'pm' });
  ada.pays();
  ben.pays();
  return { site, ada, first, second };
}

test('a payment without a notice is found within a minute', async () => {
  const site = openSite();
  const ada = site.visitor();
  const id = await ada.holds();
  run(site, reconciliation);
  await site.clock.idle();
  ada.pays();
  site.clock.advance(MINUTE);
  await until(async () => (await site.state(id))?.status === 'confirmed');
});

test('a payment that arrived while no server ran is found at the next start', async () => {
  const site = openSite();
  const ada = site.visitor();
  const id = await ada.holds();
  ada.pays();
  run(site, reconciliation);
  await until(async () => (await site.state(id))?.status === 'confirmed');
});

test('a late payment is found for a day after the hold has expired', async () => {
  const site = openSite();
  const ada = site.visitor();
  const id = await ada.holds();
  ada.pays('late');
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
  ada.pays('late');
  site.clock.advance(30 * MINUTE);
  await expire(site, id, 'lapsed', CAUSE);
  site.clock.advance(24 * HOUR);
  run(site, reconciliation);
  await site.clock.idle();
  expect((await site.state(id))?.status).toBe('expired');
});

test('a failed query about one checkout does not delay finding others', async () => {
  const { site, ada, first, second } = await twoThatPaid();
  site.payments.broken.add(ada.checkout);
  run(site, reconciliation);
  await until(async () => (await site.state(second))?.status === 'confirmed');
  await site.clock.idle();
  expect((await site.state(first))?.status).toBe('held');
  expect(site.lines.join('')).toContain('work failed, will be tried again');
  site.payments.broken.clear();
  site.clock.advance(MINUTE);
  await until(async () => (await site.state(first))?.status === 'confirmed');
});

test('an overdue hold without a checkout is released', async () => {
  const site = openSite();
  site.payments.down.add('createCheckout');
  const ada = site.visitor();
  expect(await ada.hold()).toMatchObject({ refusal: 'payments-down' });
  run(site, reconciliation);
  await site.clock.idle();
  const expired = site.recorded('HoldExpired');
  site.clock.advance(30 * MINUTE);
  await expired;
});

test('more unsettled bookings than one page are all queried', async () => {
  const site = openSite();
  let id = '';
  for (let index = 0; index < 55; index++) {
    const ada = site.visitor();
    const date = addDays('2027-03-10', index);
    // Every swap leaves an expired booking behind.
    for (const claim of ['am', 'pm', 'full', 'am'] as const) id = await ada.holds({ date, claim });
    if (index === 54) ada.pays();
  }
  run(site, reconciliation);
  await until(async () => (await site.state(id))?.status === 'confirmed');
});

test('a released hold is queried once more, and not again once its checkout is closed', async () => {
  const site = openSite();
  const ada = site.visitor();
  await ada.holds();
  // The other time gives the first one back.
  const standing = await ada.holds({ claim: 'pm' });
  run(site, reconciliation);
  await site.clock.idle();
  const before = site.payments.asked.length;
  site.clock.advance(MINUTE);
  await site.clock.idle();
  expect(site.payments.asked.slice(before)).toEqual([ada.checkout]);
  expect((await site.state(standing))?.status).toBe('held');
});

test('an expired hold is queried once more, and not again once its checkout is closed', async () => {
  const site = openSite();
  const ada = site.visitor();
  const id = await ada.holds();
  site.clock.advance(30 * MINUTE);
  await expire(site, id, 'lapsed', CAUSE);
  run(site, reconciliation);
  await site.clock.idle();
  const before = site.payments.asked.length;
  expect(site.payments.asked).toContain(ada.checkout);
  for (let minute = 0; minute < 3; minute++) {
    site.clock.advance(MINUTE);
    await site.clock.idle();
  }
  expect(site.payments.asked.slice(before)).toEqual([]);
});

test('the newest holds are queried first', async () => {
  const site = openSite();
  const checkouts: string[] = [];
  for (const claim of ['am', 'pm'] as const) {
    for (const date of ['2027-03-16', '2027-03-17', '2027-03-18'] as const) {
      const visitor = site.visitor();
      await visitor.holds({ date, claim });
      checkouts.push(visitor.checkout);
      // Ids of the same millisecond have no order.
      const made = Date.now();
      await until(() => Date.now() > made);
    }
  }
  const before = site.payments.asked.length;
  run(site, reconciliation);
  await site.clock.idle();
  expect(site.payments.asked.slice(before)).toEqual(checkouts.toReversed());
});

test('a checkout unknown to the provider is logged once, without a stack', async () => {
  const site = openSite();
  const ada = site.visitor();
  const id = await ada.holds();
  site.clock.advance(30 * MINUTE);
  await expire(site, id, 'lapsed', CAUSE);
  site.payments.unknown.add(ada.checkout);
  run(site, reconciliation);
  await site.clock.idle();
  site.clock.advance(MINUTE);
  await site.clock.idle();
  const lines = site.lines.filter((line) => line.includes('checkout'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('does not know the checkout');
  expect(lines[0]).not.toContain('stack');
});

test('a query without a response delays no other', async () => {
  const { site, ada, first, second } = await twoThatPaid();
  site.payments.hanging.add(ada.checkout);
  leave(site, reconciliation);
  await until(async () => (await site.state(second))?.status === 'confirmed');
  expect((await site.state(first))?.status).toBe('held');
});

test('after it is stopped, it queries no other booking', async () => {
  const site = openSite();
  const visitors = [site.visitor(), site.visitor()];
  const ids = [await visitors[0]!.holds(), await visitors[1]!.holds({ claim: 'pm' })];
  for (const visitor of visitors) visitor.pays();
  site.payments.after('fetch', async () => running.abort());
  const running = run(site, reconciliation);
  await until(async () => (await site.state(ids[1]!))?.status === 'confirmed');
  await running.stop();
  expect(await Promise.all(ids.map(async (id) => (await site.state(id))?.status))).toEqual(['held', 'confirmed']);
});

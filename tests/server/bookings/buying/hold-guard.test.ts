import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import { ProviderUnreachable } from '#server/outside/payments/port.ts';
import { openGuards } from '#server/shared-limits.ts';
import { holdExpiry } from '#server/bookings/jobs/hold-expiry.ts';
import { addDays } from '#shared/civil-date.ts';
import { DATE } from '../../../events/facts.ts';
import { MINUTE, openSite } from '../site.ts';
import { Visitor } from '../visitor.ts';
import { run, until } from '../../workers/run.ts';
import { DAYS, HOME, NEIGHBOR, far, fullDay, held, holdEachDay } from './calendar.ts';

function day(index: number) {
  return { date: addDays(DATE, index) };
}

test('several requests of one visitor at once, for different days, leave one hold', async () => {
  const site = openSite();
  const visitor = site.visitor(HOME);
  await visitor.hold(day(0));
  const all = await Promise.all([1, 2, 3, 4].map((index) => visitor.hold(day(index))));
  // Overtaken requests have no checkout any more.
  const refusals = all.map(({ refusal = 'none' }) => refusal);
  expect(refusals.toSorted()).toEqual(['none', 'overtaken', 'overtaken', 'overtaken']);
  expect(await held(site)).toBe(1);
  const last = day(refusals.indexOf('none') + 1);
  expect(await visitor.currentHold()).toMatchObject({ state: 'standing', slot: last });
});

test('a browser that gets the response to an overtaken request last still has its hold', async () => {
  const site = openSite();
  const visitor = site.visitor(HOME);
  await visitor.hold(day(0));
  const [first, second] = [visitor.copy(), visitor.copy()];
  const both = await Promise.all([first.hold(day(1)), second.hold(day(2))]);
  expect(both.filter(({ status }) => status === 409)).toMatchObject([{ refusal: 'overtaken' }]);
  const slot = both[0].status === 409 ? day(2) : day(1);
  for (const each of [first, second]) expect(await each.currentHold()).toMatchObject({ state: 'standing', slot });
});

test('a request with the cookie of the previous hold replaces the newer one, so that one hold is left', async () => {
  const site = openSite();
  const visitor = site.visitor(HOME);
  await visitor.hold(day(0));
  const stale = visitor.copy();
  await visitor.hold(day(1));
  expect((await stale.hold(day(2))).status).toBe(200);
  expect(await held(site)).toBe(1);
});

test('one network has four unpaid holds, and others can book', async () => {
  const site = openSite();
  expect(await holdEachDay(site, () => HOME)).toEqual({ held: 4, refusals: ['too-many-holds'] });
  expect((await site.visitor(NEIGHBOR).hold(fullDay(7))).status).toBe(200);
});

test('a restart forgets no hold', async () => {
  const site = openSite();
  await holdEachDay(site, far);
  const app = createApp({
    services: { ...site, ...openGuards({ ...site, now: () => site.clock.now() }) },
    clientFolder: null,
    devRoutes: new Hono(),
    renderPage: () => Promise.resolve(new Response()),
  });
  const stranger = new Visitor({ app, bank: site.sandbox, address: HOME });
  expect(await stranger.hold(fullDay(20))).toMatchObject({ status: 429, refusal: 'holds-full' });
});

test('a hold can be corrected and swapped also when strangers may have no further one', async () => {
  const site = openSite();
  const visitor = site.visitor(HOME);
  await visitor.hold(fullDay(1));
  await holdEachDay(site, far);
  expect((await visitor.hold({ ...fullDay(1), notes: 'Two dogs' })).status).toBe(200);
  expect((await visitor.hold({ date: fullDay(1).date, claim: 'am' })).status).toBe(200);
  expect((await visitor.hold(fullDay(20))).status).toBe(200);
});

test('simultaneous requests get no more than sequential ones', async () => {
  const [one, all] = [openSite(), openSite()];
  const days = Array.from({ length: 30 }, (_, index) => fullDay(index + 1));
  const sequential: string[] = [];
  for (const wish of days) sequential.push(String((await one.visitor(HOME).hold(wish)).status));
  const together = await Promise.all(days.map((wish) => all.visitor(HOME).hold(wish)));
  expect(together.map(({ status }) => String(status)).toSorted()).toEqual(sequential.toSorted());
});

test('of fifty simultaneous requests from one network for one slot, one gets it; the others get slot-taken with open slots', async () => {
  const site = openSite();
  const crowd = await Promise.all(Array.from({ length: 50 }, () => site.visitor(HOME).hold(day(0))));
  expect(crowd.filter(({ status }) => status === 200)).toHaveLength(1);
  const late = crowd.filter(({ status, refusal }) => status === 409 && refusal === 'slot-taken');
  expect(late.map(({ nearest }) => nearest?.length)).toEqual(Array.from({ length: 49 }, () => 4));
});

test('they get slot-taken also when their network may make no further hold', async () => {
  const site = openSite();
  await holdEachDay(site, () => HOME);
  const { nearest, ...answer } = await site.visitor(HOME).hold(fullDay(1));
  expect([answer, nearest?.length]).toMatchObject([{ status: 409, refusal: 'slot-taken' }, 4]);
  expect(await site.visitor(HOME).hold(fullDay(20))).toMatchObject({ status: 429, refusal: 'too-many-holds' });
});

test('swapping holds repeatedly does not evade the limit', async () => {
  const site = openSite();
  for (let index = 0; index < DAYS; index++) {
    const visitor = site.visitor(HOME);
    await visitor.hold(fullDay(DAYS));
    await visitor.hold(fullDay(index + 1));
  }
  expect(await held(site)).toBe(4 * 2);
});

test('paid and expired holds do not count', async () => {
  const site = openSite();
  run(site, holdExpiry);
  const payer = site.visitor(HOME);
  await payer.hold(fullDay(1));
  for (const ahead of [2, 3, 4]) await site.visitor(HOME).hold(fullDay(ahead));
  expect((await site.visitor(HOME).hold(fullDay(5))).status).toBe(429);
  await payer.pays();
  await payer.returns();
  expect((await site.visitor(HOME).hold(fullDay(5))).status).toBe(200);
  expect((await site.visitor(HOME).hold(fullDay(6))).status).toBe(429);
  site.clock.advance(31 * MINUTE);
  await until(async () => (await held(site)) === 0);
  expect((await site.visitor(HOME).hold(fullDay(6))).status).toBe(200);
});

test('swaps whose former hold could not be ended do not evade the limit', async () => {
  const site = openSite();
  const visitor = site.visitor(HOME);
  await visitor.hold(fullDay(1));
  vi.spyOn(site.payments, 'expire').mockRejectedValue(new ProviderUnreachable('silent'));
  for (let ahead = 2; ahead <= 12; ahead++) await visitor.hold(fullDay(ahead));
  expect(await held(site)).toBeLessThanOrEqual(5 * 2);
});

test('the limit can be switched off', async () => {
  const site = openSite(undefined, { RATE_LIMIT: '0' });
  expect(await holdEachDay(site, () => HOME)).toEqual({ held: DAYS, refusals: [] });
});

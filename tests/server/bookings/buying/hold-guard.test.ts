import { expect, test } from 'vitest';
import { HoldGuard } from '#server/bookings/buying/hold-guard.ts';
import { placeHold } from '#server/bookings/buying/place-hold.ts';
import { holdExpiry } from '#server/bookings/jobs/holds.ts';
import { Sealer } from '#server/web/http/sealing.ts';
import { addDays } from '#shared/civil-date.ts';
import { unitsOf } from '#shared/booking/session-type.ts';
import { DATE } from '../../../events/facts.ts';
import { CAUSE } from '../../../db/changes.ts';
import { MINUTE, openSite } from '../site.ts';
import { details } from '../visitor.ts';
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

test('several requests of one visitor at once, for times of one day, leave one hold', async () => {
  const site = openSite();
  const visitor = site.visitor(HOME);
  await visitor.hold({ ...day(0), claim: 'am' });
  const wishes = [{ claim: 'pm' }, { claim: 'full' }, { claim: 'am', phone: '805 555 0177' }] as const;
  const all = await Promise.all(wishes.map((wish) => visitor.hold({ ...day(0), ...wish })));
  for (const { refusal = 'none' } of all) expect(['none', 'overtaken']).toContain(refusal);
  const { state, slot } = (await visitor.currentHold())!;
  expect(state).toBe('standing');
  expect(wishes.map(({ claim }) => claim)).toContain(slot.claim);
  expect(await held(site)).toBe(unitsOf(slot.claim).length);
});

test.each([
  ['times of one day', { ...day(0), claim: 'pm' }, { ...day(0), claim: 'full' }],
  ['different days', day(1), day(2)],
  ['the same new time', day(1), day(1)],
] as const)('of two tabs that ask for %s at once, both learn what the browser holds now', async (_, one, other) => {
  const site = openSite();
  const visitor = site.visitor(HOME);
  await visitor.hold(day(0));
  const tabs = [one, other].map((wish) => ({ wish, tab: visitor.copy() }));
  const answers = await Promise.all(tabs.map(({ wish, tab }) => tab.hold(wish)));
  expect(answers.map(({ refusal = 'none' }) => refusal).toSorted()).toEqual(['none', 'overtaken']);
  const [first, second] = await Promise.all(tabs.map(({ tab }) => tab.currentHold()));
  expect(first).toMatchObject({ state: 'standing' });
  expect(second).toEqual(first);
});

test('a browser that missed the response to a trade still has one hold once the first would have ended', async () => {
  const site = openSite();
  const visitor = site.visitor(HOME);
  await visitor.hold(day(0));
  site.clock.advance(29 * MINUTE);
  await visitor.copy().hold(day(1));
  site.clock.advance(3 * MINUTE);
  await site.visitor(NEIGHBOR).hold(day(5));
  expect((await visitor.hold(day(2))).status).toBe(200);
  expect(await held(site)).toBe(2);
});

test('whom a hold counted for is forgotten at its end, also if it was traded or paid', async () => {
  const site = openSite();
  run(site, holdExpiry);
  const rows = () => site.store.db.selectFrom('unpaid_holds').select('booking').execute();
  const [first, second] = [site.visitor(HOME), site.visitor(NEIGHBOR)];
  await first.hold(day(0));
  await second.hold({ ...day(1), claim: 'am' });
  await second.hold({ ...day(1), claim: 'pm' });
  await second.pays();
  await second.returns();
  await first.hold(day(2));
  expect(await rows()).not.toEqual([]);
  site.clock.advance(31 * MINUTE);
  await until(async () => (await rows()).length === 0);
});

test('one network has four unpaid holds, and others can book', async () => {
  const site = openSite();
  expect(await holdEachDay(site, () => HOME)).toEqual({ held: 4, refusals: ['too-many-holds'] });
  expect((await site.visitor(NEIGHBOR).hold(fullDay(7))).status).toBe(200);
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

test('swapping holds repeatedly does not evade the limit', async () => {
  const site = openSite();
  for (let index = 0; index < DAYS; index++) {
    const visitor = site.visitor(HOME);
    await visitor.hold(fullDay(DAYS));
    await visitor.hold(fullDay(index + 1));
  }
  expect(await held(site)).toBe(4 * 2);
});

test('a traded hold whose checkout cannot be closed counts until its end', async () => {
  const site = openSite();
  const trader = site.visitor(HOME);
  await trader.hold(fullDay(1));
  for (const ahead of [2, 3, 4]) await site.visitor(HOME).hold(fullDay(ahead));
  site.payments.silent.add('expire');
  await trader.hold(fullDay(5));
  expect(await held(site)).toBe(5 * 2);
  expect(await trader.hold(fullDay(6))).toMatchObject({ refusal: 'too-many-holds' });
  expect(await held(site)).toBe(5 * 2);
  expect(await trader.currentHold()).toMatchObject({ slot: fullDay(5) });
});

test('a hold can be traded while strangers hold as many times as they may', async () => {
  const site = openSite();
  const first = site.visitor(far(0));
  await first.hold(fullDay(DAYS + 1));
  expect(await holdEachDay(site, far)).toEqual({ held: 11, refusals: ['holds-full'] });
  expect((await first.hold(fullDay(DAYS))).status).toBe(200);
  expect(await held(site)).toBe(12 * 2);
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

test('two machines count together: one hold for a browser, four for a network', async () => {
  const site = openSite();
  const openMachine = () => {
    const guard = new HoldGuard({ ...site, factor: 1, sealer: new Sealer(site.config.cookieSecrets) });
    return (own: string | null, index: number) =>
      guard.hold({ network: HOME, isCustomer: false, own }, async (hold, count) => {
        const key = `a request for day ${index}`;
        const held = await placeHold(site, { ...details(day(index)), key }, { hold, account: null, count }, CAUSE);
        return held.booking;
      });
  };
  const [here, there] = [openMachine(), openMachine()];
  const own = await here(null, 0);
  const moved = await Promise.allSettled([here(own, 1), there(own, 2)]);
  expect(moved.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  // A browser that missed the responses still names its first hold.
  await here(own, 6);
  await there(own, 7);
  expect(await held(site)).toBe(1);
  for (const [index, machine] of [there, here, there].entries()) await machine(null, index + 3);
  await expect(here(null, 9)).rejects.toThrow('too-many-holds');
  await expect(there(null, 9)).rejects.toThrow('too-many-holds');
});

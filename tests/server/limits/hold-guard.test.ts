import { expect, test } from 'vitest';
import { addDays } from '#shared/civil-date.ts';
import { DATE } from '../../events/facts.ts';
import { MINUTE, openSite } from '../bookings/site.ts';

const HOME = '203.0.113.7';
const MOST = 12;

function day(index: number) {
  return { date: addDays(DATE, index) };
}

async function standing(site: ReturnType<typeof openSite>): Promise<number> {
  const { days } = await site.visitor().availability({ from: DATE, to: addDays(DATE, 30) });
  return days.filter(({ am }) => am === 'gone').length;
}

test('several requests of one visitor at once, for different days, leave one hold', async () => {
  const site = openSite();
  const visitor = site.visitor(HOME);
  await visitor.hold(day(0));
  const held = await Promise.all([1, 2, 3, 4].map((index) => visitor.hold(day(index))));
  // Those that another overtook have nothing to pay for any more.
  expect(held.map(({ refusal = 'none' }) => refusal)).toEqual(['overtaken', 'overtaken', 'overtaken', 'none']);
  expect(await standing(site)).toBe(1);
  expect(await visitor.currentHold()).toMatchObject({ state: 'standing', slot: day(4) });
});

test('a browser that hears last from a request that was overtaken still knows what it holds', async () => {
  const site = openSite();
  const visitor = site.visitor(HOME);
  await visitor.hold(day(0));
  const [first, second] = [visitor.copy(), visitor.copy()];
  const [overtaken] = await Promise.all([first.hold(day(1)), second.hold(day(2))]);
  expect(overtaken).toMatchObject({ status: 409, refusal: 'overtaken' });
  for (const each of [first, second]) {
    expect(await each.currentHold()).toMatchObject({ state: 'standing', slot: day(2) });
  }
});

test('a request that still carries the cookie of the hold before gives up the newer one, not both', async () => {
  const site = openSite();
  const visitor = site.visitor(HOME);
  await visitor.hold(day(0));
  const stale = visitor.copy();
  await visitor.hold(day(1));
  expect((await stale.hold(day(2))).status).toBe(200);
  expect(await standing(site)).toBe(1);
});

test('one network has so many unpaid holds and no more; others book on', async () => {
  const site = openSite();
  for (let index = 0; index < MOST; index++) expect((await site.visitor(HOME).hold(day(index))).status).toBe(200);
  const refused = await site.visitor(HOME).hold(day(MOST));
  expect(refused).toMatchObject({ status: 429, refusal: 'too-many-holds' });
  expect((await site.visitor('203.0.113.8').hold(day(MOST))).status).toBe(200);
});

test('the /64 networks of one /56 have twice as many together', async () => {
  const site = openSite();
  const held: number[] = [];
  for (let index = 0; index < 30; index++) {
    held.push((await site.visitor(`2001:db8:0:${index % 6}::1`).hold(day(index))).status);
  }
  expect(held.filter((status) => status === 200)).toHaveLength(2 * MOST);
  expect((await site.visitor('2001:db8:0:100::1').hold(day(30))).status).toBe(200);
});

test('no more either when they are asked for all at once', async () => {
  const site = openSite();
  const crowd = await Promise.all(Array.from({ length: 30 }, (_, index) => site.visitor(HOME).hold(day(index))));
  expect(crowd.filter(({ status }) => status === 200)).toHaveLength(MOST);
});

test('of fifty at once from one network who want one time, one has it and the others hear that it is taken, and what is open', async () => {
  const site = openSite();
  const crowd = await Promise.all(Array.from({ length: 50 }, () => site.visitor(HOME).hold(day(0))));
  expect(crowd.filter(({ status }) => status === 200)).toHaveLength(1);
  const late = crowd.filter(({ status, refusal }) => status === 409 && refusal === 'slot-taken');
  expect(late.map(({ nearest }) => nearest?.length)).toEqual(Array.from({ length: 49 }, () => 4));
});

test('they hear it too when their network has no hold left to make', async () => {
  const site = openSite();
  for (let index = 1; index < MOST; index++) await site.visitor(HOME).hold(day(index));
  const crowd = await Promise.all(Array.from({ length: 20 }, () => site.visitor(HOME).hold(day(0))));
  expect(crowd.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(crowd.filter(({ refusal, nearest }) => refusal === 'slot-taken' && nearest?.length === 4)).toHaveLength(19);
  expect(await site.visitor(HOME).hold(day(20))).toMatchObject({ status: 429, refusal: 'too-many-holds' });
});

test('those who want a time that nobody else gets are not refused for what others only tried', async () => {
  const site = openSite();
  const wishes = Array.from({ length: 40 }, (_, index) => day(index % 4));
  const crowd = await Promise.all(wishes.map((wish) => site.visitor(HOME).hold(wish)));
  expect(crowd.filter(({ status }) => status === 200)).toHaveLength(4);
  expect(crowd.filter(({ refusal }) => refusal === 'slot-taken')).toHaveLength(36);
});

test('trading one hold for another, over and over, is no way round', async () => {
  const site = openSite();
  const statuses: number[] = [];
  for (let index = 0; index < 2 * MOST; index++) {
    const visitor = site.visitor(HOME);
    statuses.push((await visitor.hold(day(0))).status, (await visitor.hold(day(index + 1))).status);
  }
  expect(await standing(site)).toBeLessThanOrEqual(MOST);
});

test('what is paid or has lapsed counts no more', async () => {
  const site = openSite();
  const [payer] = await Promise.all(
    Array.from({ length: MOST }, async (_, index) => {
      const visitor = site.visitor(HOME);
      await visitor.hold(day(index));
      return visitor;
    }),
  );
  expect((await site.visitor(HOME).hold(day(20))).status).toBe(429);
  payer?.pays();
  await payer?.returns();
  expect((await site.visitor(HOME).hold(day(20))).status).toBe(200);
  expect((await site.visitor(HOME).hold(day(21))).status).toBe(429);
  site.clock.advance(31 * MINUTE);
  expect((await site.visitor(HOME).hold(day(21))).status).toBe(200);
});

test('the limit can be widened, and switched off', async () => {
  const site = openSite(undefined, { RATE_LIMIT: '0' });
  for (let index = 0; index <= MOST; index++) expect((await site.visitor(HOME).hold(day(index))).status).toBe(200);
});

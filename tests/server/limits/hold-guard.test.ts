import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { dayStream } from '#events/day.ts';
import { createApp } from '#server/app.ts';
import { openGuards } from '#server/limits/guards.ts';
import { holdExpiry } from '#server/workers/hold-expiry.ts';
import { addDays } from '#shared/civil-date.ts';
import { UNITS } from '#shared/session-type.ts';
import { DATE } from '../../events/facts.ts';
import { ADA, Person, openTown } from '../accounts/town.ts';
import { MINUTE, type Site, openSite } from '../bookings/site.ts';
import { Visitor } from '../bookings/visitor.ts';
import { run, until } from '../workers/run.ts';

const HOME = '203.0.113.7';
const NEIGHBOR = '203.0.113.8';
/** Of the site's clock; its morning is over. */
const TODAY = '2027-03-09';
const WINDOW = 60;

function day(index: number) {
  return { date: addDays(DATE, index) };
}

function fullDay(ahead: number) {
  return { date: addDays(TODAY, ahead), claim: 'full' } as const;
}

/** An address that shares not even its widest network with another one's. */
function far(index: number): string {
  return `2001:${(index + 1).toString(16)}::1`;
}

function heldOn(site: Site, ahead: number): number {
  const state = site.store.stateOf(dayStream(addDays(TODAY, ahead)));
  return UNITS.filter((unit) => state[unit].kind === 'held').length;
}

function held(site: Site): number {
  return Array.from({ length: WINDOW + 1 }, (_, ahead) => heldOn(site, ahead)).reduce((sum, units) => sum + units);
}

/** Tries to hold every day there is, soonest first, each as another visitor of these addresses. Returns the refusals. */
async function empties(site: Site, address: (index: number) => string): Promise<Set<string | undefined>> {
  const refusals = new Set<string | undefined>();
  for (let ahead = 1; ahead <= WINDOW; ahead++) {
    const { refusal } = await site.visitor(address(ahead)).hold(fullDay(ahead));
    if (refusal !== undefined) refusals.add(refusal);
  }
  return refusals;
}

/** The largest part of the calendar that is held, of the next days or of all, where it is more than `least` units. */
function partHeld(site: Site, least: number): number {
  let units = 0;
  let unsold = 1;
  let most = 0;
  for (let ahead = 1; ahead <= WINDOW; ahead++) {
    units += heldOn(site, ahead);
    unsold += 2;
    if (units > least) most = Math.max(most, units / unsold);
  }
  return most;
}

test('several requests of one visitor at once, for different days, leave one hold', async () => {
  const site = openSite();
  const visitor = site.visitor(HOME);
  await visitor.hold(day(0));
  const all = await Promise.all([1, 2, 3, 4].map((index) => visitor.hold(day(index))));
  // Those that another overtook have nothing to pay for any more.
  expect(all.map(({ refusal = 'none' }) => refusal)).toEqual(['overtaken', 'overtaken', 'overtaken', 'none']);
  expect(held(site)).toBe(1);
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
  expect(held(site)).toBe(1);
});

test.each([
  ['one address', () => HOME, 1 / 6, 2],
  ['six /64 networks of one /56', (index: number) => `2001:db8:0:${index % 6}::1`, 1 / 6, 2],
  ['the /56 networks of one /48', (index: number) => `2001:db8:0:${index.toString(16)}00::1`, 1 / 3, 4],
  ['the addresses of one /24', (index: number) => `203.0.113.${index}`, 1 / 3, 4],
])(
  'unpaid holds from %s take a share of the next days and of all, and others book on',
  async (_, address, part, least) => {
    const site = openSite();
    expect(await empties(site, address)).toEqual(new Set(['too-many-holds']));
    expect(partHeld(site, least)).toBeLessThanOrEqual(part);
    expect(held(site)).toBeGreaterThan(121 * part - 4);
    expect((await site.visitor(far(1)).hold(fullDay(7))).status).toBe(200);
  },
);

test('unpaid holds of strangers take half of the next days and of all, from however many networks', async () => {
  const site = openSite();
  expect(await empties(site, far)).toEqual(new Set(['holds-full']));
  expect(partHeld(site, 4)).toBeLessThanOrEqual(1 / 2);
  expect(held(site)).toBe(60);
});

test('a stranger who is refused hears when the first hold ends', async () => {
  const site = openSite();
  run(site, holdExpiry);
  await empties(site, far);
  site.clock.advance(10 * MINUTE);
  const refused = await site.visitor(HOME).hold(fullDay(3));
  expect(refused).toMatchObject({ status: 429, refusal: 'holds-full', retryAfter: 20 * 60 });
  site.clock.advance(20 * MINUTE);
  await until(() => held(site) === 0);
  expect((await site.visitor(HOME).hold(fullDay(1))).status).toBe(200);
});

test('meanwhile known customers book: signed in, from a network that paid lately, or with a booking of theirs', async () => {
  const town = openTown();
  const ada = await town.resident(ADA);
  const payer = town.visitor(HOME);
  await payer.holds(fullDay(9));
  payer.pays();
  await payer.returns();
  await empties(town, far);
  const office = new Person(town.visitor(NEIGHBOR));
  expect(await office.browser.hold(fullDay(4))).toMatchObject({ refusal: 'holds-full' });
  office.browser.setCookie('session', ada.browser.cookie('session') ?? '');
  expect((await office.browser.hold(fullDay(4))).status).toBe(200);
  expect((await town.visitor(HOME).hold(fullDay(5))).status).toBe(200);
  const elsewhere = town.visitor('192.0.2.9');
  elsewhere.setCookie('hold', payer.cookie('hold') ?? '');
  expect((await elsewhere.hold(fullDay(7))).status).toBe(200);
});

test('an account that is copied to many networks has the share of one', async () => {
  const town = openTown();
  const ada = await town.resident(ADA);
  for (let ahead = 1; ahead <= WINDOW; ahead++) {
    const browser = town.visitor(far(ahead));
    browser.setCookie('session', ada.browser.cookie('session') ?? '');
    await browser.hold(fullDay(ahead));
  }
  expect(partHeld(town, 2)).toBeLessThanOrEqual(1 / 6);
});

test("a stranger's hold stays one when a customer's browser keeps it", async () => {
  const town = openTown();
  const ada = await town.resident(ADA);
  for (let ahead = 1; ahead <= WINDOW; ahead++) {
    const browser = town.visitor(far(ahead));
    await browser.hold(fullDay(ahead));
    browser.setCookie('session', ada.browser.cookie('session') ?? '');
    await browser.hold(fullDay(ahead));
  }
  expect(partHeld(town, 6)).toBeLessThanOrEqual(1 / 2 + 1 / 6);
});

test('a restart forgets no hold: the shares are counted from the log', async () => {
  const site = openSite();
  await empties(site, far);
  const app = createApp({
    services: { ...site, ...openGuards({ ...site, now: () => site.clock.now() }) },
    assets: new Map(),
    devRoutes: new Hono(),
    renderPage: () => Promise.resolve(new Response()),
  });
  const stranger = new Visitor({ app, bank: site.sandbox, address: HOME });
  expect(await stranger.hold(fullDay(3))).toMatchObject({ status: 429, refusal: 'holds-full' });
});

test('the answers are corrected and paid for also when the share is used up', async () => {
  const site = openSite();
  const visitor = site.visitor(HOME);
  await visitor.hold(fullDay(1));
  await empties(site, far);
  expect((await visitor.hold({ ...fullDay(1), notes: 'Two dogs' })).status).toBe(200);
  expect((await visitor.hold({ date: fullDay(1).date, claim: 'am' })).status).toBe(200);
});

test('all at once they get no more than one after another', async () => {
  const [one, all] = [openSite(), openSite()];
  const days = Array.from({ length: 30 }, (_, index) => fullDay(index + 1));
  const inTurn: number[] = [];
  for (const wish of days) inTurn.push((await one.visitor(HOME).hold(wish)).status);
  const together = await Promise.all(days.map((wish) => all.visitor(HOME).hold(wish)));
  expect(together.map(({ status }) => status)).toEqual(inTurn);
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
  await empties(site, () => HOME);
  const { nearest, ...answer } = await site.visitor(HOME).hold(fullDay(1));
  expect([answer, nearest?.length]).toMatchObject([{ status: 409, refusal: 'slot-taken' }, 4]);
  expect(await site.visitor(HOME).hold(fullDay(2))).toMatchObject({ status: 429, refusal: 'too-many-holds' });
});

test('trading one hold for another, over and over, is no way round', async () => {
  const site = openSite();
  for (let index = 0; index < WINDOW; index++) {
    const visitor = site.visitor(HOME);
    await visitor.hold(fullDay(WINDOW));
    await visitor.hold(fullDay(index + 1));
  }
  expect(partHeld(site, 2)).toBeLessThanOrEqual(1 / 6);
});

test('what is paid or has lapsed counts no more', async () => {
  const site = openSite();
  run(site, holdExpiry);
  const payer = site.visitor(HOME);
  await payer.hold(fullDay(1));
  expect((await site.visitor(HOME).hold(fullDay(2))).status).toBe(429);
  payer.pays();
  await payer.returns();
  expect((await site.visitor(HOME).hold(fullDay(2))).status).toBe(200);
  expect((await site.visitor(HOME).hold(fullDay(3))).status).toBe(429);
  site.clock.advance(31 * MINUTE);
  await until(() => held(site) === 0);
  expect((await site.visitor(HOME).hold(fullDay(3))).status).toBe(200);
});

test('the limit can be switched off', async () => {
  const site = openSite(undefined, { RATE_LIMIT: '0' });
  expect(await empties(site, () => HOME)).toEqual(new Set());
});

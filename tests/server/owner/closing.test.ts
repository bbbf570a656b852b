import { recorded } from '../../db/rows.ts';
import { describe, expect, test } from 'vitest';
import { bookingStream } from '#events/booking/booking.ts';
import { cancelBooking } from '#events/booking/changing.ts';
import { dayStream } from '#events/day.ts';
import { addDays } from '#shared/civil-date.ts';
import { type DatesQuery } from '#shared/owner/schedule.ts';
import { ADA, BEN, type Town, books, openTown } from '../accounts/town.ts';
import { DATE, MORNING_STARTS } from '../../events/facts.ts';

const DAY_MS = 24 * 3_600_000;
const NEXT = addDays(DATE, 1);

const DAY: DatesQuery = { first: DATE, last: DATE, units: 'full' };
const TWO_DAYS: DatesQuery = { ...DAY, last: NEXT };

async function withAdmin() {
  const town = openTown();
  const ada = await town.resident(ADA);
  const units = async (date = DATE) => {
    const { am, pm } = await town.store.stateOf(dayStream(date));
    return [am.kind, pm.kind];
  };
  const plan = async (query: DatesQuery = DAY) => (await ada.ask('closurePlan', query)).body;
  return { town, ada, units, plan };
}

/** A visit of the morning is canceled too late, on the day before. */
async function withLateCancellation() {
  const { town, ada, ...rest } = await withAdmin();
  const id = await books(town, town.person(), BEN.email, { claim: 'am' });
  for (let left = MORNING_STARTS - DAY_MS - town.clock.now(); left > 0; left -= DAY_MS) {
    town.clock.advance(Math.min(left, DAY_MS));
    await ada.session();
  }
  const late = { booking: id, by: 'customer', now: town.clock.now(), timeZone: town.config.timeZone } as const;
  await town.store.change({
    streams: { booking: bookingStream(id), day: dayStream(DATE) },
    decide: (states) => cancelBooking(states, late),
    cause: { correlation: 'test' },
  });
  return { town, ada, id, ...rest };
}

function closuresOf(town: Town) {
  return recorded(town.store, ['UnitsClosed', 'UnitsOpened']).map(({ type, stream, data }) => ({
    type,
    stream,
    data,
  }));
}

describe('the owner', () => {
  test('closes a unit and opens it again, named in the log, once however often it is asked', async () => {
    const { town, ada, units } = await withAdmin();
    const afternoon = { ...DAY, units: 'pm' } as const;
    for (let times = 0; times < 2; times++) {
      expect(await ada.call('closeUnits', afternoon)).toMatchObject({
        redirect: '/app/admin/schedule',
        notice: 'units-closed',
      });
    }
    expect(await units()).toEqual(['free', 'closed']);
    for (let times = 0; times < 2; times++) {
      expect(await ada.call('openUnits', DAY)).toMatchObject({ notice: 'units-opened' });
    }
    expect(await units()).toEqual(['free', 'free']);
    const admin = await town.idOf(ADA.email);
    expect(closuresOf(town)).toEqual([
      { type: 'UnitsClosed', stream: `day-${DATE}`, data: { units: ['pm'], admin } },
      { type: 'UnitsOpened', stream: `day-${DATE}`, data: { units: ['pm'], admin } },
    ]);
  });

  test('is told what is in the way, and nothing is closed until they choose the rest', async () => {
    const { town, ada, units, plan } = await withAdmin();
    const booked = await books(town, town.person(), BEN.email, { claim: 'full', date: NEXT });
    const hold = await town.person().browser.holds({ claim: 'pm', name: 'Eve Long' });
    expect(await ada.call('closeUnits', TWO_DAYS)).toMatchObject({ status: 409, refusal: 'units-taken' });
    expect(await units()).toEqual(['free', 'held']);
    expect(await plan({ ...TWO_DAYS, units: 'pm' })).toMatchObject({
      free: 0,
      taken: [
        { date: DATE, claim: 'pm', booking: { eventId: hold, state: 'held', name: 'Eve Long' } },
        { date: NEXT, claim: 'full', booking: { eventId: booked, state: 'confirmed', name: 'Ben Ito' } },
      ],
    });
    expect(await ada.call('closeUnits', { ...TWO_DAYS, onlyFree: 'yes' })).toMatchObject({ notice: 'units-closed' });
    expect([...(await units()), ...(await units(NEXT))]).toEqual(['closed', 'held', 'booked', 'booked']);
  });

  test('closes time of a late cancellation only with its refund in view, and the customer gets a mail', async () => {
    const { town, ada, id, units, plan } = await withLateCancellation();
    const kept = async () => (await ada.ask('schedule', { view: 'day', date: DATE })).body.days[0]?.kept;
    expect(await kept()).toEqual([{ eventId: id, claim: 'am', name: 'Ben Ito', cents: 29_900 }]);
    expect((await plan()).refunds).toEqual([{ eventId: id, date: DATE, name: 'Ben Ito', cents: 29_900 }]);
    expect(await ada.call('closeUnits', DAY)).toMatchObject({ status: 409, refusal: 'refunds-not-accepted' });
    expect(await units()).toEqual(['free', 'free']);
    expect(await ada.call('closeUnits', { ...DAY, refunds: id })).toMatchObject({ notice: 'units-closed' });
    expect(await town.state(id)).toMatchObject({ status: 'refunded' });
    await town.mailTo(BEN.email, 'Good news');
    expect(await kept()).toEqual([]);
    await ada.call('openUnits', DAY);
    await ada.call('closeUnits', DAY);
    expect(recorded(town.store, ['RefundRequested'])).toHaveLength(1);
  });
});

describe('a closed unit', () => {
  test('is gone from the public calendar, and cannot be held', async () => {
    const { town, ada } = await withAdmin();
    await ada.call('closeUnits', { ...DAY, units: 'am' });
    const { browser } = town.person();
    const shown = () => browser.day(DATE);
    expect(await shown()).toMatchObject({ am: 'gone', pm: 'open' });
    expect(await browser.hold({ claim: 'am' })).toMatchObject({ status: 409, refusal: 'slot-taken' });
    expect(await browser.hold({ claim: 'full' })).toMatchObject({ status: 409, refusal: 'slot-taken' });
    await ada.call('openUnits', { ...DAY, units: 'am' });
    expect(await shown()).toMatchObject({ am: 'open', pm: 'open' });
    expect((await browser.hold({ claim: 'full' })).status).toBe(200);
  });
});

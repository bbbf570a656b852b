import { recorded } from '../../db/rows.ts';
import { describe, expect, test } from 'vitest';
import { bookingStream } from '#events/booking/booking.ts';
import { cancelBooking } from '#events/booking/changing.ts';
import { completeVisit, recordNoShow } from '#events/booking/visiting.ts';
import { dayStream } from '#events/day.ts';
import type { DomainEvent } from '#events/registry.ts';
import { refunds } from '#server/bookings/jobs/refunds.ts';
import { type CivilDate, addDays } from '#shared/civil-date.ts';
import type { StatsQuery, SystemStats } from '#shared/owner/stats.ts';
import { AFTERNOON_STARTS, DATE, MORNING_STARTS } from '../../events/facts.ts';
import { ADA, BEN, type Person, type Town, books, openTown } from '../accounts/town.ts';
import { run, until } from '../workers/run.ts';

const HOUR = 3_600_000;
const DAY_MS = 24 * HOUR;
const CAUSE = { correlation: 'test' };

async function withAdmin() {
  const town = openTown();
  const ada = await town.resident(ADA);
  const stats = async (query: StatsQuery = {}): Promise<SystemStats> => (await ada.ask('stats', query)).body;
  return { town, ada, stats };
}

/** Moves the clock ahead day by day; the admin stays signed in. */
async function wait(town: Town, ada: Person, until: number): Promise<void> {
  for (let left = until - town.clock.now(); left > 0; left = until - town.clock.now()) {
    town.clock.advance(Math.min(left, DAY_MS));
    await ada.session();
  }
}

function cancel(town: Town, booking: string, date: CivilDate) {
  const asked = { booking, by: 'customer', now: town.clock.now(), timeZone: town.config.timeZone } as const;
  return town.store.change({
    streams: { booking: bookingStream(booking), day: dayStream(date) },
    decide: (states) => cancelBooking(states, asked),
    cause: CAUSE,
  });
}

const CALLER = {
  name: 'Ike Long',
  phone: '(805) 555-0142',
  email: '',
  area: 'Ojai',
  address: '9 Oak Rd',
  notes: '',
} as const;

/** Two visits are booked by phone; one is canceled, and refunded. */
async function byPhone(town: Town, ada: Person): Promise<void> {
  for (const claim of ['am', 'pm'] as const) {
    const date = addDays(DATE, 10);
    const key = `00000000-0000-4000-8000-00000000000${claim === 'am' ? 1 : 2}`;
    expect((await ada.call('bookByPhone', { ...CALLER, date, claim, tasks: [], key })).status).toBe(200);
    const eventId = recorded(town.store, ['PaidOutside']).at(-1)?.stream.slice('booking-'.length) ?? '';
    if (claim === 'am') continue;
    await ada.call('cancelForCustomer', { eventId, date, claim });
    await ada.call('settleRefund', { eventId, payment: `outside-${eventId}` });
  }
}

/** Two weeks in which something of each kind happens. */
async function busyTown() {
  const { town, ada, stats } = await withAdmin();
  run(town, refunds);
  await town.resident(BEN);
  const early = await books(town, town.person(), BEN.email, { date: addDays(DATE, 2), claim: 'am' });
  const late = await books(town, town.person(), BEN.email, { date: DATE, claim: 'am' });
  const missed = await books(town, town.person(), BEN.email, { date: DATE, claim: 'pm' });
  const given = await books(town, town.person(), BEN.email, { date: addDays(DATE, 1), claim: 'full' });
  await town.person().browser.holds({ date: addDays(DATE, 3), claim: 'pm' });
  await cancel(town, early, addDays(DATE, 2));
  await wait(town, ada, MORNING_STARTS - DAY_MS);
  await cancel(town, late, DATE);
  const done = await books(town, town.person(), BEN.email, { date: DATE, claim: 'am' });
  await wait(town, ada, AFTERNOON_STARTS + HOUR);
  await cancel(town, given, addDays(DATE, 1));
  const visit = { by: 'a1', now: town.clock.now(), timeZone: town.config.timeZone };
  for (const [booking, record] of [
    [done, completeVisit],
    [missed, recordNoShow],
  ] as const) {
    await town.store.change({
      streams: { booking: bookingStream(booking) },
      decide: (states) => record(states, visit),
      cause: CAUSE,
    });
  }
  await ada.call('refundKeptPayment', { eventId: missed });
  for (const id of [early, late, missed])
    await until(async () => (await town.state(id))?.payments[0]?.refund === 'succeeded');
  await books(town, town.person(), BEN.email, { date: addDays(DATE, 9), claim: 'am' });
  await byPhone(town, ada);
  return { town, stats };
}

const ENDS: Partial<Record<DomainEvent['type'], SystemStats['bookings'][number]['state']>> = {
  SlotHeld: 'held',
  HoldExpired: 'expired',
  BookingConfirmed: 'confirmed',
  BookingCancelled: 'cancelled',
  BookingForfeited: 'forfeited',
  SlotRefilled: 'refunded',
  VisitCompleted: 'completed',
  NoShowRecorded: 'no-show',
};

/** The numbers of the log, counted from its first event to its last without any read model. */
async function replay(town: Town) {
  const dates = new Intl.DateTimeFormat('en-CA', { timeZone: town.config.timeZone });
  const states = new Map<string, string>();
  const amounts = new Map<string, number>();
  const days = new Map<string, { captured: number; refunded: number }>();
  const leads: number[] = [];
  const visitDates = new Map<string, CivilDate>();
  let accounts = 0;
  const add = (at: number, kind: 'captured' | 'refunded', cents: number) => {
    const date = dates.format(at);
    const day = days.get(date) ?? { captured: 0, refunded: 0 };
    days.set(date, { ...day, [kind]: day[kind] + cents });
  };
  for (let position = 1; position <= town.store.position; position++) {
    const event = await town.store.eventAt(position);
    const state = ENDS[event.type];
    if (state) states.set(event.stream, state);
    if (event.type === 'AccountRegistered') accounts += 1;
    if (event.type === 'SlotHeld') visitDates.set(event.stream, event.data.date);
    if (event.type === 'BookingConfirmed') {
      leads.push(Math.round((Date.parse(event.data.date) - Date.parse(dates.format(event.at))) / DAY_MS));
    }
    if (event.type === 'PaymentCaptured' || event.type === 'PaidOutside') {
      amounts.set(event.data.payment, event.data.amount);
      add(event.at, 'captured', event.data.amount);
    }
    if (event.type === 'RefundSucceeded' || event.type === 'RefundSettled')
      add(event.at, 'refunded', amounts.get(event.data.payment) ?? 0);
  }
  return { states: [...states.values()], days, leads, accounts };
}

describe('statistics', () => {
  test('are those of the log', async () => {
    const { town, stats } = await busyTown();
    const shown = await stats();
    const { states, days, leads, accounts } = await replay(town);

    for (const { state, bookings } of shown.bookings) {
      expect([state, bookings]).toEqual([state, states.filter((each) => each === state).length]);
    }
    const used = shown.bookings.filter(({ bookings }) => bookings > 0);
    expect(used.map(({ state }) => state)).toEqual([
      'confirmed',
      'completed',
      'no-show',
      'cancelled',
      'forfeited',
      'refunded',
      'held',
    ]);

    const all = [...days.values()];
    const sum = (kind: 'captured' | 'refunded') => all.reduce((total, day) => total + day[kind], 0);
    expect(shown.revenue.all).toEqual({ captured: sum('captured'), refunded: sum('refunded') });
    expect(shown.revenue.all.refunded).toBe(4 * 29_900);
    expect(shown.revenue.months.at(-1)).toEqual({ period: '2027-03', ...shown.revenue.all });
    expect(shown.revenue.days).toHaveLength(31);
    for (const { period, ...revenue } of shown.revenue.days) {
      expect([period, revenue]).toEqual([period, days.get(period) ?? { captured: 0, refunded: 0 }]);
    }

    for (const { from, to, bookings } of shown.leadTimes) {
      const within = leads.filter((lead) => lead >= from && (to === null || lead <= to));
      expect([from, bookings]).toEqual([from, within.length]);
    }
    expect(shown.lateCancellations).toEqual({ all: 2, refilled: 1, returned: 0, open: 1, kept: 0 });
    expect(shown.users).toMatchObject({ all: accounts, admins: 1, unconfirmed: 0, disabled: 0 });
    expect(shown.users.joined.at(-1)).toEqual({ period: '2027-03', users: accounts });
  });

  test('have the use of the next 14 days', async () => {
    const { ada, town, stats } = await withAdmin();
    await books(town, town.person(), BEN.email, { date: DATE, claim: 'am' });
    await town.person().browser.holds({ date: DATE, claim: 'pm' });
    await ada.call('closeUnits', { first: addDays(DATE, 1), last: addDays(DATE, 1), units: 'full' });
    const { use, today } = await stats();
    expect(use.map(({ date }) => date)).toEqual(Array.from({ length: 14 }, (_, index) => addDays(today, index + 1)));
    const of = (date: CivilDate) => use.find((day) => day.date === date);
    expect(of(DATE)).toEqual({ date: DATE, booked: 1, held: 1, closed: 0, open: 0 });
    expect(of(addDays(DATE, 1))).toMatchObject({ closed: 2, open: 0 });
    expect(of(addDays(DATE, 2))).toMatchObject({ open: 2 });
  });

  test('of an earlier month have its days and the months before it', async () => {
    const { town, stats } = await withAdmin();
    await books(town, town.person(), BEN.email, { claim: 'am' });
    const { revenue, month, users } = await stats({ month: '2027-02' });
    expect(month).toBe('2027-02');
    expect([revenue.days.length, revenue.months[0]?.period, revenue.months.at(-1)?.period]).toEqual([
      28,
      '2026-03',
      '2027-02',
    ]);
    expect([...revenue.months, ...revenue.days].every(({ captured }) => captured === 0)).toBe(true);
    expect(users.joined.at(-1)).toEqual({ period: '2027-02', users: 0 });
    expect(revenue.all.captured).toBe(29_900);
  });
});

import { describe, expect, test } from 'vitest';
import { completeVisit } from '#events/booking/visiting.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { addDays } from '#shared/civil-date.ts';
import type { Schedule, ScheduleQuery } from '#shared/owner/schedule.ts';
import { ADA, BEN, type Person, type Town, books, openTown } from '../accounts/town.ts';
import { AFTERNOON_STARTS, DATE, MORNING_STARTS } from '../../events/facts.ts';

const HOUR = 3_600_000;
const DAY_MS = 24 * HOUR;
const TODAY = '2027-03-09';

async function withAdmin() {
  const town = openTown();
  const ada = await town.resident(ADA);
  const schedule = async (query: Partial<ScheduleQuery> = {}): Promise<Schedule> =>
    (await ada.ask('schedule', { view: 'day', ...query })).body;
  return { town, ada, schedule };
}

/** Moves the clock ahead day by day; the admin stays signed in. */
async function wait(town: Town, ada: Person, until: number): Promise<void> {
  for (let left = until - town.clock.now(); left > 0; left = until - town.clock.now()) {
    town.clock.advance(Math.min(left, DAY_MS));
    await ada.session();
  }
}

describe('the schedule of a day', () => {
  test('says who booked a unit and who holds the other one', async () => {
    const { town, schedule } = await withAdmin();
    const booked = await books(town, town.person(), BEN.email, { claim: 'am' });
    const hold = await town.person().browser.holds({ claim: 'pm', name: 'Eve Long' });
    const [day] = (await schedule({ date: DATE })).days;
    expect(day?.entries).toMatchObject([
      {
        claim: 'am',
        use: 'booked',
        booking: {
          eventId: booked,
          state: 'confirmed',
          heldUntil: null,
          name: 'Ben Ito',
          address: '9 Oak Rd',
          area: 'Ojai',
        },
      },
      {
        claim: 'pm',
        use: 'held',
        booking: { eventId: hold, state: 'held', heldUntil: town.clock.now() + HOUR / 2, name: 'Eve Long' },
      },
    ]);
  });

  test('shows a full day as one entry, and what became of it', async () => {
    const { town, ada, schedule } = await withAdmin();
    const id = await books(town, town.person(), BEN.email, { claim: 'full' });
    await wait(town, ada, MORNING_STARTS);
    await town.store.change({
      streams: { booking: bookingStream(id) },
      decide: (states) => completeVisit(states, { by: 'a1', now: town.clock.now(), timeZone: town.config.timeZone }),
      cause: { correlation: 'test' },
    });
    const [day] = (await schedule()).days;
    expect(day?.entries).toMatchObject([
      { claim: 'full', use: 'booked', hasBegun: true, booking: { eventId: id, state: 'completed' } },
    ]);
  });

  test('says why a free unit cannot be booked', async () => {
    const { town, ada, schedule } = await withAdmin();
    const uses = async (date?: Schedule['date']) =>
      (await schedule(date ? { date } : {})).days[0]?.entries.map(({ use, hasBegun }) => [use, hasBegun]);
    expect(await uses('2027-03-08')).toEqual([
      ['over', true],
      ['over', true],
    ]);
    expect(await uses(addDays(TODAY, 60))).toEqual([
      ['free', false],
      ['free', false],
    ]);
    expect((await schedule({ date: addDays(TODAY, 62) })).days).toMatchObject([
      { opensOn: addDays(TODAY, 2), entries: [{ use: 'too-far' }, { use: 'too-far' }] },
    ]);
    await wait(town, ada, MORNING_STARTS - 2 * HOUR);
    expect(await uses()).toEqual([
      ['too-soon', false],
      ['free', false],
    ]);
    await wait(town, ada, AFTERNOON_STARTS - HOUR);
    expect(await uses()).toEqual([
      ['over', true],
      ['too-soon', false],
    ]);
    await wait(town, ada, AFTERNOON_STARTS);
    expect(await uses()).toEqual([
      ['over', true],
      ['too-soon', true],
    ]);
  });
});

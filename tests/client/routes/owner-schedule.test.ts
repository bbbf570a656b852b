import { describe, expect, test } from 'vitest';
import type { ClosurePlan, Schedule, ScheduleDay, ScheduleEntry } from '#shared/owner/schedule.ts';
import { OLIVES_SESSION } from '../owner/olive.ts';
import { rendered } from './rendered.ts';

const DATE = '2027-03-16';

function entry(change: Partial<ScheduleEntry>): ScheduleEntry {
  return { claim: 'am', use: 'free', booking: null, hasBegun: false, ...change };
}

/** The page of a day with these entries. */
async function dayWith(entries: readonly ScheduleEntry[], more: Partial<ScheduleDay> = {}) {
  const schedule: Schedule = {
    view: 'day',
    date: DATE,
    today: '2027-03-15',
    days: [{ date: DATE, entries, opensOn: null, kept: [], ...more }],
    month: [],
  };
  const page = await rendered(`/app/admin/schedule?date=${DATE}`, null, {
    session: async () => OLIVES_SESSION,
    schedule: async () => schedule,
  });
  expect(page.faults).toEqual([]);
  return page;
}

describe('a day of the schedule', () => {
  test('offers to close what is open, and to open what is closed', async () => {
    const { text } = await dayWith([entry({}), entry({ claim: 'pm', use: 'closed' })]);
    expect(text).toContain('Tomorrow, Tue, Mar 16');
    expect(text).toContain('Close the morning of Tue, Mar 16');
    expect(text).toContain('Open the afternoon of Tue, Mar 16 again');
    expect(text).not.toContain('whole day');
  });

  test('can be closed and opened as a whole', async () => {
    expect(
      (await dayWith([entry({}), entry({ claim: 'pm', use: 'too-far' })], { opensOn: '2027-01-15' })).text,
    ).toMatch(/Customers can book it from Fri, Jan 15\. .*Close the whole day/);
    const closed = [entry({ use: 'closed' }), entry({ claim: 'pm', use: 'closed' })];
    expect((await dayWith(closed)).text).toContain('Open the whole day again');
  });
});

describe('a closure', () => {
  const PLAN: ClosurePlan = { first: DATE, last: DATE, units: 'am', free: 1, closed: 0, taken: [], refunds: [] };

  async function planned(plan: Partial<ClosurePlan>) {
    const page = await rendered(`/app/admin/schedule/close?first=${DATE}&last=${DATE}&units=am`, null, {
      session: async () => OLIVES_SESSION,
      closurePlan: async () => ({ ...PLAN, ...plan }),
    });
    expect(page.faults).toEqual([]);
    return page;
  }

  test('that refunds a late cancellation says so, with the money on the button', async () => {
    const refunds = [{ eventId: 'b1', date: DATE, name: 'Ben Ito', cents: 29_900 }] as const;
    const { text, main } = await planned({ refunds });
    expect(text).toMatch(/Closing this time costs a refund .*Ben Ito.*Close one half day and refund \$299/);
    expect(main).toContain('name="refunds" value="b1"');
  });

  test('over a booking lists it, and offers the rest', async () => {
    const booking = {
      eventId: 'b1',
      state: 'held',
      heldUntil: 1,
      area: 'Ojai',
      name: 'Ben Ito',
      address: '9 Oak Rd',
    } as const;
    const { text, main } = await planned({ taken: [{ date: DATE, claim: 'pm', booking }] });
    expect(text).toMatch(/1:00 pm to 6:00 pm: Ben Ito, .* \(held, not paid\) .*Close the rest/);
    expect(main).toContain('name="onlyFree" value="yes"');
  });
});

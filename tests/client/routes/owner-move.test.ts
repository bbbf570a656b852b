import { expect, test } from 'vitest';
import type { MovePlan } from '#shared/owner/move-plan.ts';
import { availability, day } from '../booking/days.ts';
import { OLIVES_SESSION } from '../owner/olive.ts';
import { rendered } from './rendered.ts';

const PLAN: MovePlan = {
  eventId: 'b1',
  service: 'half-day',
  from: { date: '2027-03-09', claim: 'am' },
  reopens: ['am'],
  customer: null,
  refusal: null,
  availability: availability([day('2027-03-03')], { to: '2027-04-30' }),
  asked: null,
};
const MISSING = 'Choose a day and time.';

/** The page as the server sends it, after what its plain form sent. */
async function movePage(search: string, plan: Partial<MovePlan> = {}) {
  const page = await rendered(`/app/admin/bookings/b1/move${search}`, null, {
    session: async () => OLIVES_SESSION,
    movePlan: async () => ({ ...PLAN, ...plan }),
  });
  expect(page.faults).toEqual([]);
  return page.text;
}

test('the page that moves a visit says so when nothing was picked', async () => {
  expect(await movePage('')).not.toContain(MISSING);
  expect(await movePage('?ask=yes')).toContain(MISSING);
  expect(await movePage('?show=month%3A2027-04')).not.toContain(MISSING);
  const asked = { slot: { date: '2027-03-03', claim: 'am' }, refusal: null, freeChangesThrough: null } as const;
  expect(await movePage('?ask=yes&slot=2027-03-03%2Fam', { asked })).not.toContain(MISSING);
});

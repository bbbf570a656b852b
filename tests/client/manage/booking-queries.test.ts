import { expect, test } from 'vitest';
import { withOwnTime } from '#client/manage/booking-queries.ts';
import { day } from '../booking/days.ts';

test('a time that other visitors see as taken is marked as its customer’s own, whole or half', () => {
  const days = [day('2027-03-09', { am: 'gone', pm: 'gone' }), day('2027-03-10', { am: 'gone' })];
  expect(withOwnTime(days, { date: '2027-03-09', claim: 'pm' })[0]).toMatchObject({ am: 'gone', pm: 'visit' });
  expect(withOwnTime(days, { date: '2027-03-09', claim: 'full' })[0]).toMatchObject({ am: 'visit', pm: 'visit' });
  expect(withOwnTime(days, { date: '2027-03-09', claim: 'pm' })[1]).toEqual(days[1]);
});

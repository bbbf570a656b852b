import { expect, test } from 'vitest';
import { readScheduleQuery, scheduleSearch } from '#client/owner/schedule/schedule-search.ts';

test.each([
  [{}, { view: 'day' }],
  [
    { view: 'week', date: '2027-03-16' },
    { view: 'week', date: '2027-03-16' },
  ],
  [{ view: 'year', date: '2027-02-30' }, { view: 'day' }],
  [{ view: 3, date: ['2027-03-16'] }, { view: 'day' }],
  [{ view: 'month', date: '9999-12-31' }, { view: 'month' }],
  [{ view: 'month', date: '1999-12-31' }, { view: 'month' }],
])('the search parameters %o show %o', (raw, query) => {
  expect(readScheduleQuery(raw)).toEqual(query);
});

test('the day view and today are left out of the address', () => {
  expect(scheduleSearch({ view: 'day' })).toEqual({});
  expect(scheduleSearch({ view: 'day', date: '2027-03-16' })).toEqual({ date: '2027-03-16' });
  expect(scheduleSearch({ view: 'month' })).toEqual({ view: 'month' });
});

import { expect, test } from 'vitest';
import { weeksOf } from '#client/components/calendar/month-table.tsx';

test('a month is laid out in weeks that begin on Sunday', () => {
  const weeks = weeksOf('2027-03', '2027-03-01');
  expect(weeks).toHaveLength(5);
  expect(weeks[0]).toEqual([null, '2027-03-01', '2027-03-02', '2027-03-03', '2027-03-04', '2027-03-05', '2027-03-06']);
  expect(weeks.at(-1)).toEqual(['2027-03-28', '2027-03-29', '2027-03-30', '2027-03-31', null, null, null]);
});

test('a month that fills its weeks has no empty cell', () => {
  expect(weeksOf('2026-02', '2026-01-15').flat()).not.toContain(null);
});

test('a month begins with the first week that has a date to book', () => {
  expect(weeksOf('2027-03', '2027-03-20')[0]).toContain('2027-03-20');
  expect(weeksOf('2027-03', '2027-03-21')[0]?.[0]).toBe('2027-03-21');
  expect(weeksOf('2027-03', '2027-03-31')).toEqual([
    ['2027-03-28', '2027-03-29', '2027-03-30', '2027-03-31', null, null, null],
  ]);
});

test('a past month keeps all its weeks', () => {
  expect(weeksOf('2027-03', '2027-04-01')).toHaveLength(5);
});

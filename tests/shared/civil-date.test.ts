import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as civil from '#shared/civil-date.ts';

describe('a civil date', () => {
  test.each(['2027-03-09', '2028-02-29', '2026-12-31', '2000-02-29'])('%s is one', (value) => {
    expect(civil.isCivilDate(value)).toBe(true);
  });

  test.each([
    '2026-02-30',
    '2027-02-29',
    '1900-02-29',
    '2027-13-01',
    '2027-00-10',
    '2027-01-00',
    '2027-1-1',
    '27-01-01',
    '+002027-01-01',
    '2027-03-09T00:00:00Z',
    ' 2027-03-09',
    '2027-03-09\n',
    '',
    20_270_309,
    null,
    undefined,
    ['2027-03-09'],
  ])('%j is none', (value) => {
    expect(civil.isCivilDate(value)).toBe(false);
  });

  test('counts dates over month ends, year ends, leap days and daylight-saving changes', () => {
    expect(civil.addDays('2027-02-28', 1)).toBe('2027-03-01');
    expect(civil.addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(civil.addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(civil.addDays('2027-03-14', 1)).toBe('2027-03-15');
    expect(civil.addDays('2026-11-02', -1)).toBe('2026-11-01');
    expect(civil.daysBetween('2027-03-13', '2027-03-15')).toBe(2);
    expect(civil.daysBetween('2026-11-02', '2026-10-31')).toBe(-2);
    expect(civil.daysBetween('2027-03-09', '2027-03-09')).toBe(0);
  });

  test('sorts as text in the order of time, and adding days is undone by counting them', () => {
    const offsets = fc.integer({ min: -100_000, max: 100_000 });
    fc.assert(
      fc.property(offsets, offsets, (a, b) => {
        const from = civil.addDays('2027-03-09', a);
        const to = civil.addDays(from, b);
        expect(civil.isCivilDate(to)).toBe(true);
        expect(civil.daysBetween(from, to)).toBe(b);
        expect(Math.sign(b)).toBe(from < to ? 1 : from > to ? -1 : 0);
      }),
    );
  });

  test('knows its weekday, Sunday being 0', () => {
    expect(civil.weekdayOf('2027-03-14')).toBe(0);
    expect(civil.weekdayOf('2027-03-09')).toBe(2);
    expect(civil.weekdayOf('2027-03-13')).toBe(6);
  });

  test('has a short and a long form in words', () => {
    expect(civil.shortDate('2027-03-09')).toBe('Tue, Mar 9');
    expect(civil.longDate('2027-03-09')).toBe('Tuesday, March 9, 2027');
    expect(civil.longDateThisYear('2027-03-09')).toBe('Tuesday, March 9');
    expect(civil.shortDate('2026-09-30')).toBe('Wed, Sep 30');
  });
});

describe('a civil month', () => {
  test('is a year and a month that exists', () => {
    expect(civil.isCivilMonth('2027-03')).toBe(true);
    for (const value of ['2027-13', '2027-00', '2027-3', '2027-03-01', '2027', '', null, undefined, 202_703]) {
      expect(civil.isCivilMonth(value)).toBe(false);
    }
  });

  test('is the month of its dates, has a name and neighbours', () => {
    expect(civil.monthOf('2027-03-09')).toBe('2027-03');
    expect(civil.monthName('2027-03')).toBe('March 2027');
    expect(civil.addMonths('2027-03', 1)).toBe('2027-04');
    expect(civil.addMonths('2026-12', 1)).toBe('2027-01');
    expect(civil.addMonths('2027-01', -1)).toBe('2026-12');
    expect(civil.addMonths('2027-03', -27)).toBe('2024-12');
    expect(civil.addMonths('2027-03', 0)).toBe('2027-03');
  });

  test('lists its dates in order', () => {
    expect(civil.datesOfMonth('2027-02')).toHaveLength(28);
    expect(civil.datesOfMonth('2028-02')).toHaveLength(29);
    const march = civil.datesOfMonth('2027-03');
    expect(march).toHaveLength(31);
    expect(march[0]).toBe('2027-03-01');
    expect(march.at(-1)).toBe('2027-03-31');
    expect(march).toEqual([...march].sort());
  });

  test('of any year that can be written has 28 to 31 dates, all its own', () => {
    const years = fc.oneof(fc.integer({ min: 0, max: 9999 }), fc.constantFrom(0, 1, 99, 100, 9999));
    fc.assert(
      fc.property(years, fc.integer({ min: 1, max: 12 }), (year, index) => {
        const month = `${String(year).padStart(4, '0')}-${String(index).padStart(2, '0')}`;
        expect(civil.isCivilMonth(month)).toBe(true);
        const dates = civil.datesOfMonth(month as civil.CivilMonth);
        expect(dates.length).toBeGreaterThanOrEqual(28);
        expect(dates.length).toBeLessThanOrEqual(31);
        expect(dates.every((date) => civil.monthOf(date) === month)).toBe(true);
      }),
    );
  });

  test.each([
    ['0099-12', '0100-01'],
    ['0050-01', '0050-02'],
    ['0000-11', '0000-12'],
  ] as const)('%s is followed by %s', (month, next) => {
    expect(civil.addMonths(month, 1)).toBe(next);
    expect(civil.addMonths(next, -1)).toBe(month);
  });
});

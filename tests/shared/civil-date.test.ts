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
});

describe('a civil month', () => {
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
});

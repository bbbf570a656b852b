import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as time from '#events/business-time.ts';
import { type CivilDate, addDays } from '#shared/civil-date.ts';
import { type Unit, ALL_UNITS } from '#shared/booking/session-type.ts';
import { ZONE, at } from './facts.ts';

function bookable(date: CivilDate, units: readonly Unit[], now: string) {
  return time.whenBookable(date, units, time.bookingTimeAt({ now: at(now), timeZone: ZONE, windowDays: 60 }));
}

describe('civil dates and instants', () => {
  test('the business date follows the business zone, not UTC', () => {
    expect(time.civilDateAt(at('2027-03-09T23:59:59.999-08:00'), ZONE)).toBe('2027-03-09');
    expect(time.civilDateAt(at('2027-03-10T00:00:00-08:00'), ZONE)).toBe('2027-03-10');
    expect(time.civilDateAt(at('2027-03-10T00:00:00-08:00'), 'UTC')).toBe('2027-03-10');
    expect(time.civilDateAt(at('2027-03-10T00:00:00-08:00'), 'Pacific/Honolulu')).toBe('2027-03-09');
  });

  test.each([
    ['2027-03-13', '2027-03-13T07:00:00-08:00', '2027-03-13T13:00:00-08:00'],
    ['2027-03-14', '2027-03-14T07:00:00-07:00', '2027-03-14T13:00:00-07:00'],
    ['2026-10-31', '2026-10-31T07:00:00-07:00', '2026-10-31T13:00:00-07:00'],
    ['2026-11-01', '2026-11-01T07:00:00-08:00', '2026-11-01T13:00:00-08:00'],
  ] as const)('on %s work starts at 7 and at 1 on the clock of the day', (date, morning, afternoon) => {
    expect(time.unitStart(date, 'am', ZONE)).toBe(at(morning));
    expect(time.unitStart(date, 'pm', ZONE)).toBe(at(afternoon));
  });

  test('in any zone, on any date, a unit starts on its own date with the clock at its hour', () => {
    const zones = fc.constantFrom(ZONE, 'UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Pacific/Apia');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), fc.constantFrom(...ALL_UNITS), zones, (days, unit, timeZone) => {
        const date = addDays('2026-01-01', days);
        const start = time.unitStart(date, unit, timeZone);
        const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium', dateStyle: 'short' });
        const [year, month, day] = date.split('-');
        const hour = unit === 'am' ? '07' : '13';
        expect(clock.format(start)).toBe(`${day}/${month}/${year}, ${hour}:00:00`);
        expect(time.civilDateAt(start, timeZone)).toBe(date);
      }),
    );
  });
});

describe('when a slot can be booked', () => {
  test.each([
    ['an ordinary day', '2027-03-09', '-08:00'],
    ['the spring-forward day', '2027-03-14', '-07:00'],
    ['the fall-back day', '2026-11-01', '-08:00'],
  ] as const)('a unit closes two hours before it starts on %s', (_, date, offset) => {
    const beforeFive = `${date}T04:59:59.999${offset}`;
    const five = `${date}T05:00:00${offset}`;
    expect(bookable(date, ['am'], beforeFive)).toBe('open');
    expect(bookable(date, ['am'], five)).toBe('too-soon');
    expect(bookable(date, ['pm'], `${date}T10:59:59.999${offset}`)).toBe('open');
    expect(bookable(date, ['pm'], `${date}T11:00:00${offset}`)).toBe('too-soon');
  });

  test('the sixtieth date ahead is open and the next opens at the business midnight', () => {
    expect(bookable('2027-05-08', ['am'], '2027-03-09T00:00:00-08:00')).toBe('open');
    expect(bookable('2027-05-09', ['am'], '2027-03-09T23:59:59.999-08:00')).toBe('too-far');
    expect(bookable('2027-05-09', ['am'], '2027-03-10T00:00:00-08:00')).toBe('open');
  });
});

describe('short notice', () => {
  test.each([
    ['an ordinary week', '2027-03-11', '2027-03-09T07:00:00-08:00'],
    ['over the short night of spring', '2027-03-15', '2027-03-13T06:00:00-08:00'],
    ['over the long night of autumn', '2026-11-02', '2026-10-31T08:00:00-07:00'],
  ] as const)('is less than 48 hours before the morning, in %s', (_, date, exactly48HoursBefore) => {
    const now = at(exactly48HoursBefore);
    const notice = (now: number) =>
      time.isShortNotice(date, time.bookingTimeAt({ now, timeZone: ZONE, windowDays: 60 }));
    expect(notice(now)).toBe(false);
    expect(notice(now + 1)).toBe(true);
  });
});

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { civilDateAt, instantOf } from '#events/business-time.ts';
import { freeChangesThrough, isOnTime } from '#events/booking/free-changes.ts';
import { addDays } from '#shared/civil-date.ts';
import { CURRENT_POLICY } from '#shared/booking/notice-policy.ts';
import { ZONE, at } from '../facts.ts';

describe('notice', () => {
  test('two calendar dates before the visit is on time, one is not', () => {
    expect(isOnTime(CURRENT_POLICY, '2027-03-16', '2027-03-13')).toBe(true);
    expect(isOnTime(CURRENT_POLICY, '2027-03-16', '2027-03-14')).toBe(true);
    expect(isOnTime(CURRENT_POLICY, '2027-03-16', '2027-03-15')).toBe(false);
    expect(isOnTime(CURRENT_POLICY, '2027-03-16', '2027-03-16')).toBe(false);
    expect(isOnTime(CURRENT_POLICY, '2027-03-16', '2027-03-17')).toBe(false);
  });

  test('changes are free through the date two before the visit, over month and year ends too', () => {
    expect(freeChangesThrough(CURRENT_POLICY, '2027-03-16')).toBe('2027-03-14');
    expect(freeChangesThrough(CURRENT_POLICY, '2027-01-01')).toBe('2026-12-30');
    expect(freeChangesThrough(CURRENT_POLICY, '2028-03-01')).toBe('2028-02-28');
    expect(freeChangesThrough(CURRENT_POLICY, '2027-03-01')).toBe('2027-02-27');
  });

  test.each([
    ['2027-03-16', '2027-03-14T23:59:59.999-07:00', '2027-03-15T00:00:00-07:00'],
    ['2027-03-15', '2027-03-13T23:59:59.999-08:00', '2027-03-14T00:00:00-08:00'],
    ['2026-11-02', '2026-10-31T23:59:59.999-07:00', '2026-11-01T00:00:00-07:00'],
    ['2026-11-03', '2026-11-01T23:59:59.999-08:00', '2026-11-02T00:00:00-08:00'],
  ] as const)('a visit on %s can be changed until %s, and from %s no more', (visit, last, deadline) => {
    expect(isOnTime(CURRENT_POLICY, visit, civilDateAt(at(last), ZONE))).toBe(true);
    expect(isOnTime(CURRENT_POLICY, visit, civilDateAt(at(deadline), ZONE))).toBe(false);
  });

  test('at any instant, on time means before the midnight that begins the eve of the visit', () => {
    const instants = fc.integer({ min: at('2026-10-25T00:00:00-07:00'), max: at('2027-03-25T00:00:00-07:00') });
    fc.assert(
      fc.property(instants, fc.integer({ min: -3, max: 6 }), (now, ahead) => {
        const today = civilDateAt(now, ZONE);
        const visit = addDays(today, ahead);
        expect(isOnTime(CURRENT_POLICY, visit, today)).toBe(now < instantOf(addDays(visit, -1), 0, ZONE));
        expect(isOnTime(CURRENT_POLICY, visit, today)).toBe(today <= freeChangesThrough(CURRENT_POLICY, visit));
      }),
    );
  });
});

import { describe, expect, test } from 'vitest';
import { areFree, dayStream, unitsHeldBy } from '#events/day.ts';
import { DATE, HALF_AN_HOUR_LATER, bookedByAnother, confirmed, held, heldByAnother, lapsed } from './facts.ts';
import { given } from './given.ts';

describe('a day', () => {
  test('begins with both units free', () => {
    expect(given().state.day).toEqual({ am: { kind: 'free' }, pm: { kind: 'free' }, forfeitures: [] });
  });

  test('knows who holds a unit and until when, who booked it, and when it is free again', () => {
    const am = { kind: 'held', booking: 'b1', until: HALF_AN_HOUR_LATER };
    expect(given(held('am')).state.day).toMatchObject({ am, pm: { kind: 'free' } });
    expect(given(held('am'), bookedByAnother('pm')).state.day).toMatchObject({
      am,
      pm: { kind: 'booked', booking: 'b2' },
    });
    expect(given(held('full'), confirmed('full')).state.day).toMatchObject({
      am: { kind: 'booked', booking: 'b1' },
      pm: { kind: 'booked', booking: 'b1' },
    });
    expect(given(held('full'), lapsed('full')).state.day).toEqual(given().state.day);
  });

  test('has a claim free when all of its units are free', () => {
    const { day } = given(heldByAnother('am')).state;
    expect(areFree(day, ['pm'])).toBe(true);
    expect(areFree(day, ['am'])).toBe(false);
    expect(areFree(day, ['am', 'pm'])).toBe(false);
  });

  test('lists the units a booking has', () => {
    const { day } = given(held('am'), bookedByAnother('pm')).state;
    expect(unitsHeldBy(day, 'b1')).toEqual(['am']);
    expect(unitsHeldBy(day, 'b2')).toEqual(['pm']);
    expect(unitsHeldBy(day, 'b3')).toEqual([]);
    expect(unitsHeldBy(given(held('full')).state.day, 'b1')).toEqual(['am', 'pm']);
  });

  test('has a stream named for its date', () => {
    expect(dayStream(DATE).name).toBe('day-2027-03-16');
  });
});

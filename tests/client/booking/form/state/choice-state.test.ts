import { describe, expect, test } from 'vitest';
import { type BookingFailure } from '#client/booking/form/state/failure.ts';
import { type FormEvent, stepAfter } from '#client/booking/form/state/form-state.ts';
import { UNREACHABLE, wordRefusal } from '#client/wording/refusals.ts';
import { availability, day } from '../../days.ts';
import { FILLED, OPEN, TUESDAY, WEDNESDAY, answered, asked, given, holdOf } from './begun-form.ts';

const taken: BookingFailure = { wording: wordRefusal('slot-taken'), fields: {}, nearest: [WEDNESDAY] };

describe('a slot that is taken while the form is filled in', () => {
  test('is no longer chosen, offers the nearest open slots, and keeps every answer', () => {
    const form = given({}, asked, answered(1, {}));
    expect(form).toMatchObject({ slot: null, answers: FILLED, refusals: 0 });
    expect(form.failure?.wording).toEqual(wordRefusal('slot-taken'));
    expect(form.failure?.nearest).toContainEqual({ ...TUESDAY, claim: 'pm' });
  });
});

describe('a late response to an older check', () => {
  test('is chosen again without a message once another tab turns out to hold it', () => {
    const form = given({}, asked, answered(1, {}), { type: 'held', hold: holdOf(TUESDAY, 'standing') });
    expect(form).toMatchObject({ slot: TUESDAY, failure: null, lost: null });
  });

  test('the newer response counts', () => {
    const form = given({}, asked, asked, answered(1, { availability: OPEN }), answered(2, {}));
    expect(form).toMatchObject({ slot: null, lost: TUESDAY });
  });
});

describe('a visitor who returns from the payment page', () => {
  test('finds the form as they left it while their hold is valid', () => {
    const own = availability([day('2027-03-09', { am: 'yours' }), day('2027-03-10')]);
    const fresh = { availability: own, hold: holdOf(TUESDAY, 'standing') };
    expect(given({ wasFilledIn: true }, asked, answered(1, fresh))).toMatchObject({ slot: TUESDAY, failure: null });
  });

  test('does not read that the slot is taken, after paying for it', () => {
    const form = given({ wasFilledIn: true }, asked, answered(1, { hold: holdOf(TUESDAY, 'booked') }));
    expect(form).toMatchObject({ slot: null, failure: null });
  });
});

describe('a refused form', () => {
  const refused = (failure: BookingFailure): FormEvent => ({ type: 'refused', failure });

  test('loses a taken slot, moves the focus, and leads straight back to paying', () => {
    const form = given({}, refused(taken));
    expect(form).toMatchObject({ slot: null, failure: taken, refusals: 1, isComplete: true });
    expect(stepAfter(form, 'day')).toBe('person');
  });

  test('keeps its slot without a response', () => {
    const form = given({}, refused({ wording: UNREACHABLE, fields: {}, nearest: [] }));
    expect(form).toMatchObject({ slot: TUESDAY, refusals: 1 });
    expect(form.failure?.wording).toEqual(UNREACHABLE);
  });
});

import { describe, expect, test } from 'vitest';
import { type BookingFailure, invalid } from '#client/booking/form/state/failure.ts';
import { type FormEvent, stepAfter, stepOf } from '#client/booking/form/state/form-state.ts';
import { UNREACHABLE, wordRefusal } from '#client/wording/refusals.ts';
import { availability, day } from '../../days.ts';
import {
  FILLED,
  OPEN,
  TAKEN,
  TUESDAY,
  WEDNESDAY,
  answered,
  asked,
  choosesWednesday,
  given,
  holdOf,
  when,
} from './begun-form.ts';

const taken: BookingFailure = { wording: wordRefusal('slot-taken'), fields: {}, nearest: [WEDNESDAY] };

describe('a slot that is taken while the form is filled in', () => {
  test('is no longer chosen, offers the nearest open slots, and keeps every answer', () => {
    const form = given({}, asked, answered(1, {}));
    expect(form).toMatchObject({ slot: null, answers: FILLED, refusals: 0 });
    expect(form.failure?.wording).toEqual(wordRefusal('slot-taken'));
    expect(form.failure?.nearest).toContainEqual({ ...TUESDAY, claim: 'pm' });
  });

  test('stays chosen if the server says that it is open after all', () => {
    const form = given({}, asked, answered(1, { availability: OPEN }));
    expect(form).toMatchObject({ slot: TUESDAY, failure: null });
  });

  test('moves the focus to the message only if the focus was on that slot', () => {
    expect(given({}, asked, answered(1, {}, true)).refusals).toBe(1);
  });

  test('is not reported if the visitor has chosen another slot before the response', () => {
    const form = given({}, asked, choosesWednesday, answered(1, {}));
    expect(form).toMatchObject({ slot: WEDNESDAY, failure: null, lost: null });
  });

  test('is reported by the banner alone if the visitor has paid for it', () => {
    const form = given({}, asked, answered(1, { hold: holdOf(TUESDAY, 'booked') }));
    expect(form).toMatchObject({ slot: null, failure: null });
  });

  test('is chosen again without a message once another tab turns out to hold it', () => {
    const form = given({}, asked, answered(1, {}), { type: 'held', hold: holdOf(TUESDAY, 'standing') });
    expect(form).toMatchObject({ slot: TUESDAY, failure: null, lost: null });
  });

  test('does not replace a slot chosen since, if another tab turns out to hold it', () => {
    const held: FormEvent = { type: 'held', hold: holdOf(TUESDAY, 'standing') };
    expect(given({}, asked, answered(1, {}), choosesWednesday, held)).toMatchObject({ slot: WEDNESDAY, failure: null });
  });

  test('is still reported while another slot is held', () => {
    const form = given({}, asked, answered(1, {}), { type: 'held', hold: holdOf(WEDNESDAY, 'standing') });
    expect(form.failure?.wording).toEqual(wordRefusal('slot-taken'));
  });
});

describe('a late response to an older check', () => {
  test('changes nothing, whether the newer response has arrived or not', () => {
    const waiting = given({}, asked, asked);
    expect(when(waiting, answered(1, {}))).toBe(waiting);
    const settled = when(waiting, answered(2, { availability: OPEN }));
    expect(when(settled, answered(1, {}))).toMatchObject({ slot: TUESDAY, failure: null });
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

  test('begins with the day if the hold has expired and the slot is gone', () => {
    const form = given({ availability: TAKEN, wasFilledIn: true });
    expect(stepOf(form, 'person')).toBe('day');
    expect(stepAfter(form, 'day')).toBe('person');
  });
});

describe('a refused form', () => {
  const refused = (failure: BookingFailure): FormEvent => ({ type: 'refused', failure });

  test('loses a taken slot, moves the focus, and leads straight back to paying', () => {
    const form = given({}, refused(taken));
    expect(form).toMatchObject({ slot: null, failure: taken, refusals: 1, isComplete: true });
    expect(stepAfter(form, 'day')).toBe('person');
  });

  test('keeps the message about the loss beside the newly chosen slot, and drops it with the next refusal', () => {
    const form = given({}, refused(taken), choosesWednesday);
    expect(form).toMatchObject({ slot: WEDNESDAY, failure: taken });
    expect(when(form, refused(invalid({ name: 'N' }))).failure).toEqual(invalid({ name: 'N' }));
  });

  test('reports the loss again when it is sent without another choice', () => {
    const form = given({}, refused(taken), refused(invalid({ date: 'Choose.' })));
    expect(form).toMatchObject({ failure: taken, refusals: 2 });
  });

  test('keeps its slot without a response', () => {
    const form = given({}, refused({ wording: UNREACHABLE, fields: {}, nearest: [] }));
    expect(form).toMatchObject({ slot: TUESDAY, refusals: 1 });
    expect(form.failure?.wording).toEqual(UNREACHABLE);
  });

  test('leads through the questions while answers to two of them are missing', () => {
    const form = given({ wasFilledIn: true }, refused(invalid({ area: 'A', name: 'N' })));
    expect(stepAfter(form, 'place')).toBe('person');
    expect(stepAfter(form, 'length')).toBe('day');
  });

  test('removes the error of a field when its value changes', () => {
    const form = given({}, refused(invalid({ date: 'D', name: 'N' })), choosesWednesday);
    expect(form.failure).toEqual(invalid({ name: 'N' }));
    const answers = { ...FILLED, name: 'Bo' };
    expect(when(form, { type: 'typed', name: 'name', answers })).toMatchObject({ failure: null, answers });
  });

  test('shows no message once the visitor is known to have paid', () => {
    expect(given({}, refused(taken), { type: 'failureCleared' }).failure).toBeNull();
  });
});

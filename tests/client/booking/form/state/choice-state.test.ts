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

describe('a time that is taken while the form is filled in', () => {
  test('leaves the choice, tells the nearest open times, and keeps every answer', () => {
    const form = given({}, asked, answered(1, {}));
    expect(form).toMatchObject({ slot: null, answers: FILLED, refusals: 0 });
    expect(form.failure?.wording).toBe(wordRefusal('slot-taken'));
    expect(form.failure?.nearest).toContainEqual({ ...TUESDAY, claim: 'pm' });
  });

  test('stays chosen when the server says that it is open after all', () => {
    const form = given({}, asked, answered(1, { availability: OPEN }));
    expect(form).toMatchObject({ slot: TUESDAY, failure: null });
  });

  test('takes the focus to the message only when the focus was on that time', () => {
    expect(given({}, asked, answered(1, {}, true)).refusals).toBe(1);
  });

  test('is not told to the visitor who chose another time before the answer came', () => {
    const form = given({}, asked, choosesWednesday, answered(1, {}));
    expect(form).toMatchObject({ slot: WEDNESDAY, failure: null, lost: null });
  });

  test('is told by the banner alone when the visitor has paid for it', () => {
    const form = given({}, asked, answered(1, { hold: holdOf(TUESDAY, 'booked') }));
    expect(form).toMatchObject({ slot: null, failure: null });
  });

  test('is chosen again, and nothing is told, once another tab turns out to hold it', () => {
    const form = given({}, asked, answered(1, {}), { type: 'held', hold: holdOf(TUESDAY, 'standing') });
    expect(form).toMatchObject({ slot: TUESDAY, failure: null, lost: null });
  });

  test('does not replace the time that was chosen since, when another tab turns out to hold it', () => {
    const held: FormEvent = { type: 'held', hold: holdOf(TUESDAY, 'standing') };
    expect(given({}, asked, answered(1, {}), choosesWednesday, held)).toMatchObject({ slot: WEDNESDAY, failure: null });
  });

  test('is still told while another time is held', () => {
    const form = given({}, asked, answered(1, {}), { type: 'held', hold: holdOf(WEDNESDAY, 'standing') });
    expect(form.failure?.wording).toBe(wordRefusal('slot-taken'));
  });
});

describe('a late answer of an older question', () => {
  test('changes nothing, whether the newer answer has come or not', () => {
    const waiting = given({}, asked, asked);
    expect(when(waiting, answered(1, {}))).toBe(waiting);
    const settled = when(waiting, answered(2, { availability: OPEN }));
    expect(when(settled, answered(1, {}))).toMatchObject({ slot: TUESDAY, failure: null });
  });

  test('the newer answer counts', () => {
    const form = given({}, asked, asked, answered(1, { availability: OPEN }), answered(2, {}));
    expect(form).toMatchObject({ slot: null, lost: TUESDAY });
  });
});

describe('a visitor who returns from the till', () => {
  test('finds the form as they left it while their hold stands', () => {
    const own = availability([day('2027-03-09', { am: 'yours' }), day('2027-03-10')]);
    const fresh = { availability: own, hold: holdOf(TUESDAY, 'standing') };
    expect(given({ wasFilledIn: true }, asked, answered(1, fresh))).toMatchObject({ slot: TUESDAY, failure: null });
  });

  test('is not told that the time is taken, after paying for it', () => {
    const form = given({ wasFilledIn: true }, asked, answered(1, { hold: holdOf(TUESDAY, 'booked') }));
    expect(form).toMatchObject({ slot: null, failure: null });
  });

  test('is asked for the day when the hold has lapsed and the time is gone', () => {
    const form = given({ availability: TAKEN, wasFilledIn: true });
    expect(stepOf(form, 'person')).toBe('day');
    expect(stepAfter(form, 'day')).toBe('person');
  });
});

describe('a refused form', () => {
  const refused = (failure: BookingFailure): FormEvent => ({ type: 'refused', failure });

  test('loses a time that was taken, takes the focus, and leads straight back to paying', () => {
    const form = given({}, refused(taken));
    expect(form).toMatchObject({ slot: null, failure: taken, refusals: 1, isComplete: true });
    expect(stepAfter(form, 'day')).toBe('person');
  });

  test('keeps telling the loss beside the time that is chosen instead, and loses the message with the next refusal', () => {
    const form = given({}, refused(taken), choosesWednesday);
    expect(form).toMatchObject({ slot: WEDNESDAY, failure: taken });
    expect(when(form, refused(invalid({ name: 'N' }))).failure).toEqual(invalid({ name: 'N' }));
  });

  test('tells the loss again when it is sent without another choice', () => {
    const form = given({}, refused(taken), refused(invalid({ date: 'Choose.' })));
    expect(form).toMatchObject({ failure: taken, refusals: 2 });
  });

  test('keeps its time when no answer came', () => {
    const form = given({}, refused({ wording: UNREACHABLE, fields: {}, nearest: [] }));
    expect(form).toMatchObject({ slot: TUESDAY, refusals: 1 });
    expect(form.failure?.wording).toBe(UNREACHABLE);
  });

  test('leads through the questions while answers to two of them are missing', () => {
    const form = given({ wasFilledIn: true }, refused(invalid({ area: 'A', name: 'N' })));
    expect(stepAfter(form, 'place')).toBe('person');
    expect(stepAfter(form, 'length')).toBe('day');
  });

  test('loses the error of a field with what is typed there, or chosen', () => {
    const form = given({}, refused(invalid({ date: 'D', name: 'N' })), choosesWednesday);
    expect(form.failure).toEqual(invalid({ name: 'N' }));
    const answers = { ...FILLED, name: 'Bo' };
    expect(when(form, { type: 'typed', name: 'name', answers })).toMatchObject({ failure: null, answers });
  });

  test('tells nothing once it is known that the visitor has paid', () => {
    expect(given({}, refused(taken), { type: 'failureCleared' }).failure).toBeNull();
  });
});

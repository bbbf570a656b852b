import { describe, expect, test } from 'vitest';
import { type BookingFailure, failureIn, invalid } from '#client/booking/form/state/failure.ts';
import {
  type FormEvent,
  type FormState,
  firstToAnswer,
  shownSlot,
  stepOf,
} from '#client/booking/form/state/form-state.ts';
import { wordRefusal } from '#client/wording/refusals.ts';
import { EMPTY_BOOKING_FORM } from '#shared/booking/booking-form.ts';
import { availability, day } from '../../days.ts';
import { FILLED, OPEN, TAKEN, TUESDAY, WEDNESDAY, given, when } from './begun-form.ts';

describe("the browser's Back", () => {
  test('shows the question of the URL, also after a question that the form led to', () => {
    const form = given({ availability: TAKEN, wasFilledIn: true });
    expect(stepOf(form, 'person')).toBe('day');
    expect(stepOf(form, 'place')).toBe('place');
  });

  test('shows the question that the URL named, once the visitor has gone on from the one they were led to', () => {
    const form = given({ availability: TAKEN, wasFilledIn: true }, { type: 'wentToStep' });
    expect(stepOf(form, 'person')).toBe('person');
  });
});

describe('an answered question', () => {
  test('moves the focus to its error', () => {
    const failure = failureIn('person', invalid({ area: 'A', email: 'E' }));
    expect(given({}, { type: 'checked', failure })).toMatchObject({ failure: { fields: { email: 'E' } }, refusals: 1 });
  });

  test('loses its error when its answers are valid', () => {
    const form = given({ initialFailure: invalid({ email: 'E' }) }, { type: 'checked', failure: null });
    expect(form).toMatchObject({ failure: null, refusals: 0 });
  });
});

describe('a draft of this tab', () => {
  const draft = { ...FILLED, service: 'full-day', slot: '2027-03-10/full' };
  const restored = (change: Partial<Extract<FormEvent, { type: 'restored' }>>): FormEvent => {
    return { type: 'restored', answers: FILLED, draft, ...change };
  };

  test('restores session type and slot, and the summary shows the restored values', () => {
    const answers = { ...FILLED, area: 'Ventura' };
    expect(given({}, restored({ answers }))).toMatchObject({
      service: 'full-day',
      slot: { date: '2027-03-10', claim: 'full' },
      answers,
    });
  });

  test('gives way to a slot of another session type that is chosen then', () => {
    const form = given({}, restored({}), { type: 'slotChosen', slot: WEDNESDAY });
    expect(form).toMatchObject({ service: 'half-day', slot: WEDNESDAY });
  });

  test('does not replace a slot named by the URL', () => {
    expect(given({}, restored({ draft: null }))).toMatchObject({ service: 'half-day', slot: TUESDAY });
  });

  test('without a session type changes no choice', () => {
    const form = given({}, restored({ draft: EMPTY_BOOKING_FORM }));
    expect(form).toMatchObject({ service: 'half-day', slot: TUESDAY });
  });
});

describe('another session type', () => {
  const chooses = (service: FormState['service'], open = OPEN): FormEvent => {
    return { type: 'serviceChosen', service, availability: open };
  };

  test('keeps the day if it is open for that type', () => {
    const full = given({}, chooses('full-day'));
    expect(full).toMatchObject({ service: 'full-day', slot: { ...TUESDAY, claim: 'full' } });
    expect(when(full, chooses('half-day')).slot).toEqual(TUESDAY);
  });

  test('has no slot if the day is not open for that type', () => {
    const half = availability([day('2027-03-09', { pm: 'gone' })]);
    expect(given({}, chooses('full-day', half))).toMatchObject({ service: 'full-day', slot: null });
  });
});

test('a slot is shown as chosen while it is open and of the chosen session type', () => {
  const form = given({}, { type: 'monthChosen', month: '2027-04' });
  expect(form.month).toBe('2027-04');
  expect(shownSlot(form, OPEN)).toEqual(TUESDAY);
  expect(shownSlot(form, TAKEN)).toBeNull();
  expect(shownSlot({ ...form, service: 'full-day' }, OPEN)).toBeNull();
});

const lost: BookingFailure = {
  wording: wordRefusal('slot-lost'),
  fields: {},
  nearest: [{ date: '2027-03-09', claim: 'am' }],
};

const begun = { failure: null, hasSlot: true, wasFilledIn: true } as const;

test('the form begins with the question named by the URL', () => {
  expect(firstToAnswer({ ...begun, asked: 'person' })).toBe('person');
  expect(firstToAnswer({ ...begun, asked: 'length', hasSlot: false })).toBe('length');
  expect(firstToAnswer({ ...begun, asked: 'work', hasSlot: false, wasFilledIn: false })).toBe('work');
});

test('a form that was sent before and has lost its slot asks for the day', () => {
  expect(firstToAnswer({ ...begun, asked: 'person', hasSlot: false })).toBe('day');
});

test('a lost slot leads to the day, with and without alternatives, and a wrong field to its question', () => {
  const without = { ...begun, hasSlot: false, wasFilledIn: false };
  expect(firstToAnswer({ ...without, asked: 'length', failure: lost })).toBe('day');
  expect(firstToAnswer({ ...without, asked: 'person', failure: { ...lost, nearest: [] } })).toBe('day');
  expect(firstToAnswer({ ...begun, asked: 'person', failure: invalid({ area: 'Choose.' }) })).toBe('place');
});

test('a failure that offers other slots keeps the question while the chosen slot is still open', () => {
  expect(firstToAnswer({ ...begun, asked: 'person', failure: lost })).toBe('person');
});

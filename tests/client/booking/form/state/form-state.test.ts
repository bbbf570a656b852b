import { describe, expect, test } from 'vitest';
import { type BookingFailure, failureIn, invalid } from '#client/booking/form/state/failure.ts';
import { type FormEvent, type FormState, firstToAnswer, stepOf } from '#client/booking/form/state/form-state.ts';
import { wordRefusal } from '#client/wording/refusals.ts';
import { availability, day } from '../../days.ts';
import { FILLED, OPEN, TAKEN, WEDNESDAY, given } from './begun-form.ts';

describe("the browser's Back", () => {
  test('shows the question of the URL, also after a question that the form led to', () => {
    const form = given({ availability: TAKEN, wasFilledIn: true });
    expect(stepOf(form, 'person')).toBe('day');
    expect(stepOf(form, 'place')).toBe('place');
  });
});

describe('an answered question', () => {
  test('moves the focus to its error', () => {
    const failure = failureIn('person', invalid({ area: 'A', email: 'E' }));
    expect(given({}, { type: 'checked', failure })).toMatchObject({ failure: { fields: { email: 'E' } }, refusals: 1 });
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
});

describe('another session type', () => {
  const chooses = (service: FormState['service'], open = OPEN): FormEvent => {
    return { type: 'serviceChosen', service, availability: open };
  };

  test('has no slot if the day is not open for that type', () => {
    const half = availability([day('2027-03-09', { pm: 'gone' })]);
    expect(given({}, chooses('full-day', half))).toMatchObject({ service: 'full-day', slot: null });
  });
});

const lost: BookingFailure = {
  wording: wordRefusal('slot-lost'),
  fields: {},
  nearest: [{ date: '2027-03-09', claim: 'am' }],
};

const begun = { failure: null, hasSlot: true, wasFilledIn: true } as const;

test('a lost slot leads to the day, with and without alternatives, and a wrong field to its question', () => {
  const without = { ...begun, hasSlot: false, wasFilledIn: false };
  expect(firstToAnswer({ ...without, asked: 'length', failure: lost })).toBe('day');
  expect(firstToAnswer({ ...without, asked: 'person', failure: { ...lost, nearest: [] } })).toBe('day');
  expect(firstToAnswer({ ...begun, asked: 'person', failure: invalid({ area: 'Choose.' }) })).toBe('place');
});

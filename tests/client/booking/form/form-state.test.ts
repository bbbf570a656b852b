import { expect, test } from 'vitest';
import { type BookingFailure, invalid } from '#client/booking/form/failure.ts';
import { firstToAnswer } from '#client/booking/form/form-focus.ts';
import { wordRefusal } from '#client/wording/refusals.ts';

const lost: BookingFailure = {
  wording: wordRefusal('slot-lost'),
  fields: {},
  nearest: [{ date: '2027-03-09', claim: 'am' }],
};

const begun = { failure: null, hasSlot: true, wasFilledIn: true } as const;

test('the form begins with the question that its address asks for', () => {
  expect(firstToAnswer({ ...begun, asked: 'person' })).toBe('person');
  expect(firstToAnswer({ ...begun, asked: 'length', hasSlot: false })).toBe('length');
  expect(firstToAnswer({ ...begun, asked: 'work', hasSlot: false, wasFilledIn: false })).toBe('work');
});

test('a form that was sent before and has lost its time asks for the day', () => {
  expect(firstToAnswer({ ...begun, asked: 'person', hasSlot: false })).toBe('day');
});

test('a lost time leads to the day, with and without others to offer, and a field that is wrong to its question', () => {
  const without = { ...begun, hasSlot: false, wasFilledIn: false };
  expect(firstToAnswer({ ...without, asked: 'length', failure: lost })).toBe('day');
  expect(firstToAnswer({ ...without, asked: 'person', failure: { ...lost, nearest: [] } })).toBe('day');
  expect(firstToAnswer({ ...begun, asked: 'person', failure: invalid({ area: 'Choose.' }) })).toBe('place');
});

test('a failure that offers other times keeps the question while the chosen time is still open', () => {
  expect(firstToAnswer({ ...begun, asked: 'person', failure: lost })).toBe('person');
});

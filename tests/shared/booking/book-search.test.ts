import { expect, test } from 'vitest';
import { firstStep, readBookSearch, slotOf } from '#shared/booking/book-search.ts';

test('invalid search parameters are ignored', () => {
  expect(readBookSearch({ service: 'weekend', month: '2027-13', date: '2027-02-30', claim: 'noon', utm: 'x' })).toEqual(
    {},
  );
  expect(slotOf({ date: '2027-03-09' })).toBeNull();
});

test('the form begins with the first unanswered question, or with the last if all are answered', () => {
  expect(firstStep({}, { hasSlot: false, wasFilledIn: false })).toBe('length');
  expect(firstStep({ service: 'half-day' }, { hasSlot: false, wasFilledIn: false })).toBe('day');
  expect(firstStep({ service: 'half-day' }, { hasSlot: true, wasFilledIn: false })).toBe('work');
  expect(firstStep({ service: 'half-day' }, { hasSlot: true, wasFilledIn: true })).toBe('person');
  expect(firstStep({ service: 'half-day' }, { hasSlot: false, wasFilledIn: true })).toBe('day');
  expect(firstStep({}, { hasSlot: false, wasFilledIn: true })).toBe('day');
});

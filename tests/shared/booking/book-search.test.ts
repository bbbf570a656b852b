import { expect, test } from 'vitest';
import { bookSearch, firstStep, readBookSearch, slotOf } from '#shared/booking/book-search.ts';

test('the URL names the session type, a month and a slot', () => {
  const search = { service: 'half-day', month: '2027-03', date: '2027-03-09', claim: 'am' };
  expect(readBookSearch(search)).toEqual(search);
  expect(slotOf(readBookSearch(search))).toEqual({ date: '2027-03-09', claim: 'am' });
});

test('invalid search parameters are ignored', () => {
  expect(readBookSearch({ service: 'weekend', month: '2027-13', date: '2027-02-30', claim: 'noon', utm: 'x' })).toEqual(
    {},
  );
  expect(slotOf({ date: '2027-03-09' })).toBeNull();
});

test('a choice survives the round trip through the URL', () => {
  const slot = { date: '2027-03-09', claim: 'full' } as const;
  expect(slotOf(readBookSearch({ ...bookSearch({ service: 'full-day', slot, month: '2027-03' }, 'work') }))).toEqual(
    slot,
  );
  expect(bookSearch({ service: 'half-day', slot: null, month: null }, 'length')).toEqual({
    service: 'half-day',
    step: 'length',
  });
});

test('the form begins with the first unanswered question, or with the last if all are answered', () => {
  expect(firstStep({}, { hasSlot: false, wasFilledIn: false })).toBe('length');
  expect(firstStep({ service: 'half-day' }, { hasSlot: false, wasFilledIn: false })).toBe('day');
  expect(firstStep({ service: 'half-day' }, { hasSlot: true, wasFilledIn: false })).toBe('work');
  expect(firstStep({ service: 'half-day' }, { hasSlot: true, wasFilledIn: true })).toBe('person');
  expect(firstStep({ service: 'half-day' }, { hasSlot: false, wasFilledIn: true })).toBe('day');
  expect(firstStep({}, { hasSlot: false, wasFilledIn: true })).toBe('day');
});

import { expect, test } from 'vitest';
import { takenSince, takenWords } from '#client/booking/taken-words.ts';
import { availability, day } from './days.ts';

const OPEN = availability([day('2027-03-08', {}), day('2027-03-09', {})]);
const LESS = availability([day('2027-03-08', {}), day('2027-03-09', { pm: 'gone' })]);

test('what was open and is not any more has been taken, by the length that is asked for', () => {
  expect(takenSince(OPEN, LESS, 'half-day')).toEqual([{ date: '2027-03-09', claim: 'pm' }]);
  expect(takenSince(OPEN, LESS, 'full-day')).toEqual([{ date: '2027-03-09', claim: 'full' }]);
  expect(takenSince(LESS, OPEN, 'half-day')).toEqual([]);
  expect(takenSince(OPEN, availability([]), 'half-day')).toEqual([]);
});

test('it is told by name, unless there is too much of it', () => {
  const taken = takenSince(OPEN, LESS, 'half-day');
  expect(takenWords(taken)).toBe('No longer open: Tue 9 Mar, afternoon.');
  expect(takenWords([...taken, ...taken, ...taken, ...taken])).toBe('4 times on this page are no longer open.');
});

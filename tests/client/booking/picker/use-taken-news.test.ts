import { expect, test } from 'vitest';
import { takenSince, takenWords } from '#client/booking/picker/use-taken-news.ts';
import { availability, day } from '../days.ts';

const OPEN = availability([day('2027-03-08', {}), day('2027-03-09', {})]);
const LESS = availability([day('2027-03-08', {}), day('2027-03-09', { pm: 'gone' })]);

test('slots that are no longer open count as taken, by session type', () => {
  expect(takenSince(OPEN, LESS, 'half-day')).toEqual([{ date: '2027-03-09', claim: 'pm' }]);
  expect(takenSince(OPEN, LESS, 'full-day')).toEqual([{ date: '2027-03-09', claim: 'full' }]);
  expect(takenSince(LESS, OPEN, 'half-day')).toEqual([]);
  expect(takenSince(OPEN, availability([]), 'half-day')).toEqual([]);
});

test('taken slots are named, or counted if there are many', () => {
  const taken = takenSince(OPEN, LESS, 'half-day');
  expect(takenWords(taken)).toBe('No longer open: Tue, Mar 9, afternoon.');
  expect(takenWords([...taken, ...taken, ...taken, ...taken])).toBe('4 times on this page are no longer open.');
});

test('reopened slots are named in the same way, beside the taken ones', () => {
  const freed = takenSince(OPEN, LESS, 'half-day');
  const taken = [{ date: '2027-03-08', claim: 'am' }] as const;
  expect(takenWords([], freed)).toBe('Open again: Tue, Mar 9, afternoon.');
  expect(takenWords(taken, freed)).toBe('No longer open: Mon, Mar 8, morning. Open again: Tue, Mar 9, afternoon.');
  expect(takenWords([], [...freed, ...freed, ...freed, ...freed])).toBe('4 times on this page are open again.');
  expect(takenWords([])).toBe('');
});

import { expect, test } from 'vitest';
import { isFiltered, readEventsQuery } from '#client/owner/events/events-search.ts';
import { eventWords, factWords } from '#client/wording/event-words.ts';

test('empty and invalid search parameters are ignored', () => {
  expect(readEventsQuery({ type: '', stream: ' ', from: '', to: '2027-02-30', before: '0' })).toEqual({});
  expect(readEventsQuery({ type: ['x'], before: '1e3', from: 5 })).toEqual({});
});

test('a query is read from the form and from the address', () => {
  const query = { type: 'SlotHeld', stream: 'booking-b1', from: '2027-03-01', to: '2027-03-09', before: 51 } as const;
  expect(readEventsQuery({ ...query, stream: ' booking-b1 ', before: '51' })).toEqual(query);
  expect(readEventsQuery(query)).toEqual(query);
  expect([isFiltered(query), isFiltered({ before: 51 })]).toEqual([true, false]);
});

test('events and facts have words that follow from their names', () => {
  expect(eventWords('NoShowRecorded')).toBe('No show recorded');
  const zone = 'America/Los_Angeles';
  expect(factWords({ name: 'freeChangesThrough', value: '2027-03-18' }, zone)).toBe('free changes through 2027-03-18');
  expect(factWords({ name: 'amount', value: 49_900 }, zone)).toBe('amount $499');
  expect(factWords({ name: 'isAdmin', value: false }, zone)).toBe('is admin no');
  expect(factWords({ name: 'until', value: Date.parse('2027-03-09T15:15:00-08:00') }, zone)).toBe(
    'until Tue, Mar 9, 3:15 pm',
  );
});

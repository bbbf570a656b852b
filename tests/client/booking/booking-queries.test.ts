import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { applyChange, mergeAvailability, withDays } from '#client/booking/booking-queries.ts';
import { dateRange, monthsBeyond } from '#shared/booking/book-search.ts';
import { addDays } from '#shared/civil-date.ts';
import { availability, day } from './days.ts';

const near = availability([day('2027-03-30'), day('2027-03-31')], { to: '2027-06-15' });

test('a month beyond the next days is fetched, within the booking window', () => {
  expect(monthsBeyond(near, { month: '2027-04' })).toEqual(['2027-04']);
  expect(monthsBeyond(near, { month: '2027-02' })).toEqual([]);
  expect(monthsBeyond(near, { month: '2027-07' })).toEqual([]);
  expect(monthsBeyond(near, {})).toEqual([]);
});

test('the month of the chosen slot is fetched too, once', () => {
  expect(monthsBeyond(near, { month: '2027-05', date: '2027-04-09' })).toEqual(['2027-05', '2027-04']);
  expect(monthsBeyond(near, { month: '2027-04', date: '2027-04-09' })).toEqual(['2027-04']);
});

test('nothing more is fetched if the next days are the whole window', () => {
  expect(monthsBeyond(availability([day('2027-03-31')]), { month: '2027-04' })).toEqual([]);
});

test('later days are merged with the next days, each once, and the window stays', () => {
  const later = availability([day('2027-03-31', { am: 'gone' }), day('2027-04-01')], { from: '2027-03-31' });
  const all = mergeAvailability(near, [later, undefined]);
  expect(all.days.map(({ date }) => date)).toEqual(['2027-03-30', '2027-03-31', '2027-04-01']);
  expect(all.days[1]?.am).toBe('gone');
  expect(all.to).toBe('2027-06-15');
});

test('changed days replace the cached ones, and no others', () => {
  const changed = day('2027-03-31', { am: 'gone' });
  expect(withDays(near, [changed, day('2027-04-01')]).days).toEqual([day('2027-03-30'), changed]);
  expect(withDays(near, [day('2027-04-01')])).toBe(near);
});

test('changes are applied until the date of today changes', () => {
  const client = new QueryClient();
  client.setQueryData(['availability', 'next'], near);
  const days = [day('2027-03-31', { am: 'gone' })];
  expect(applyChange(client, ['availability'], { today: near.today, days })).toBe(true);
  expect(client.getQueryData(['availability', 'next'])).toMatchObject({ days: [{}, { am: 'gone' }] });
  expect(applyChange(client, ['availability'], { today: addDays(near.today, 1), days: [] })).toBe(false);
});

test('a month is fetched from its first date to its last', () => {
  expect(dateRange('2027-02')).toEqual({ from: '2027-02-01', to: '2027-02-28' });
  expect(dateRange(null)).toEqual({});
});

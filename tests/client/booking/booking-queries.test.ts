import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { applyChange, mergeAvailability } from '#client/booking/booking-queries.ts';
import { monthsBeyond } from '#shared/booking/book-search.ts';
import { addDays } from '#shared/civil-date.ts';
import { availability, day } from './days.ts';

const near = availability([day('2027-03-30'), day('2027-03-31')], { to: '2027-06-15' });

test('a month beyond the next days is fetched, within the booking window', () => {
  expect(monthsBeyond(near, { month: '2027-04' })).toEqual(['2027-04']);
  expect(monthsBeyond(near, { month: '2027-02' })).toEqual([]);
  expect(monthsBeyond(near, { month: '2027-07' })).toEqual([]);
  expect(monthsBeyond(near, {})).toEqual([]);
});

test('later days are merged with the next days, each once, and the window stays', () => {
  const later = availability([day('2027-03-31', { am: 'gone' }), day('2027-04-01')], { from: '2027-03-31' });
  const all = mergeAvailability(near, [later, undefined]);
  expect(all.days.map(({ date }) => date)).toEqual(['2027-03-30', '2027-03-31', '2027-04-01']);
  expect(all.days[1]?.am).toBe('gone');
  expect(all.to).toBe('2027-06-15');
});

test('changes are applied until the date of today changes', () => {
  const client = new QueryClient();
  client.setQueryData(['availability', 'next'], near);
  const days = [day('2027-03-31', { am: 'gone' })];
  expect(applyChange(client, ['availability'], { today: near.today, days })).toBe(true);
  expect(client.getQueryData(['availability', 'next'])).toMatchObject({ days: [{}, { am: 'gone' }] });
  expect(applyChange(client, ['availability'], { today: addDays(near.today, 1), days: [] })).toBe(false);
});

import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { applyChange } from '#client/booking/booking-queries.ts';
import { addDays } from '#shared/civil-date.ts';
import { availability, day } from './days.ts';

const near = availability([day('2027-03-30'), day('2027-03-31')], { to: '2027-06-15' });

test('changes are applied until the date of today changes', () => {
  const client = new QueryClient();
  client.setQueryData(['availability'], near);
  const days = [day('2027-03-31', { am: 'gone' })];
  expect(applyChange(client, ['availability'], { today: near.today, days })).toBe(true);
  expect(client.getQueryData(['availability'])).toMatchObject({ days: [{}, { am: 'gone' }] });
  expect(applyChange(client, ['availability'], { today: addDays(near.today, 1), days: [] })).toBe(false);
});

import { expect, test } from 'vitest';
import { forgetCustomer } from '#events/forgetting.ts';
import { confirmed, held } from './facts.ts';
import { given } from './given.ts';

test('a booking loses its person once, and stays what it is otherwise', () => {
  const past = given(held('am'), confirmed('am'));
  const decided = past.when(forgetCustomer);
  expect(decided).toEqual({ booking: [{ type: 'CustomerForgotten', data: { person: 'p1' } }] });
  const after = given(held('am'), confirmed('am'), decided);
  expect(after.state.booking).toEqual({ ...past.state.booking, isForgotten: true });
  expect(after.when(forgetCustomer)).toEqual({ booking: [] });
});

test('of a booking that never was there is nothing to forget', () => {
  expect(given().when(forgetCustomer)).toEqual({ booking: [] });
});

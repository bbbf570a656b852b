import { expect, test } from 'vitest';
import type { BookingState } from '#events/booking.ts';
import { forgetCustomer } from '#events/forgetting.ts';
import { confirmed, held } from './facts.ts';
import { given, type Past } from './given.ts';

const forget = (state: { readonly booking: BookingState }) => forgetCustomer(state, 'a1');

function claimedBy(account: string): Past {
  return { booking: [{ type: 'BookingClaimed', data: { account } }] };
}

test.each([
  ['a guest’s', {}],
  ['the account’s own', claimedBy('a1')],
])('a booking, %s, loses its person once, and stays what it is otherwise', (_, claimed) => {
  const past = given(held('am'), confirmed('am'), claimed);
  const decided = past.when(forget);
  expect(decided).toEqual({ booking: [{ type: 'CustomerForgotten', data: { person: 'p1' } }] });
  const after = given(held('am'), confirmed('am'), claimed, decided);
  expect(after.state.booking).toEqual({ ...past.state.booking, isForgotten: true });
  expect(after.when(forget)).toEqual({ booking: [] });
});

test('another account’s booking keeps its person', () => {
  expect(given(held('am'), confirmed('am'), claimedBy('a2')).when(forget)).toEqual({ booking: [] });
});

test('of a booking that never was there is nothing to forget', () => {
  expect(given().when(forget)).toEqual({ booking: [] });
});

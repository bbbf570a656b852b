import { describe, expect, test } from 'vitest';
import { accountType } from '#events/account/account.ts';
import type { BookingState } from '#events/booking/booking.ts';
import { claimBooking } from '#events/booking/booking-access.ts';
import { forgetCustomer } from '#events/booking/forgetting.ts';
import { fold } from '#events/event.ts';
import type { BookingAndDay } from '#events/booking/holding.ts';
import { DELETED, DISABLED, VERIFIED, registered } from '../account/account-facts.ts';
import { confirmed, held } from '../facts.ts';
import { given, type Past } from '../given.ts';

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

describe('a guest’s booking', () => {
  const active = fold(accountType, [registered(), VERIFIED]);
  const claim = (account: string, state = active) => {
    return (states: BookingAndDay) => claimBooking({ ...states, account: state }, account);
  };

  test('belongs to the first account that claims it', () => {
    const claimed: Past = { booking: [{ type: 'BookingClaimed', data: { account: 'a1' } }] };
    expect(given(held('am'), confirmed('am')).when(claim('a1'))).toEqual(claimed);
    const past = given(held('am'), confirmed('am'), claimed);
    expect(past.state.booking?.account).toBe('a1');
    expect(past.when(claim('a1'))).toEqual({ booking: [] });
    expect(past.when(claim('a2'))).toEqual({ refusal: 'already-claimed' });
    expect(given().when(claim('a1'))).toEqual({ refusal: 'unknown-booking' });
  });

  test.each([
    ['deleted', [registered(), VERIFIED, DELETED]],
    ['disabled', [registered(), VERIFIED, DISABLED]],
    ['not confirmed', [registered()]],
    ['not there', []],
  ])('is not claimed for an account that is %s', (_, past) => {
    const state = fold(accountType, past);
    expect(given(held('am'), confirmed('am')).when(claim('a1', state))).toEqual({ refusal: 'unknown-account' });
  });
});

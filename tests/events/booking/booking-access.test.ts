import { describe, expect, test } from 'vitest';
import { type Caller, bookingAccess } from '#events/booking/booking-access.ts';
import { type AccountEvent, accountType } from '#events/account/account.ts';
import { fold } from '#events/event.ts';
import { DELETED, DISABLED, VERIFIED, registered } from '../account/account-facts.ts';
import { DATE, confirmed, held } from '../facts.ts';
import { type Past, given } from '../given.ts';

const STRANGER: Caller = { links: [], unmailedLinks: [], account: null, isOwnAddress: false, isHolder: false };
const booked = [held('am'), confirmed('am')];

function moved(move: number): Past {
  const slot = { date: DATE, units: ['am'] } as const;
  return { booking: [{ type: 'BookingRescheduled', data: { ...slot, from: slot, move, freeChangesThrough: null } }] };
}

const CLAIMED: Past = { booking: [{ type: 'BookingClaimed', data: { account: 'a1' } }] };

function access(past: readonly Past[], caller: Partial<Caller>, account: readonly AccountEvent[] = []) {
  const states = { booking: given(...past).state.booking, account: fold(accountType, account) };
  return bookingAccess(states, { ...STRANGER, ...caller });
}

describe('a manage link', () => {
  test('opens its booking until a move replaces it', () => {
    expect(access(booked, { links: [0] })).toBe('granted');
    expect(access([...booked, moved(1)], { links: [0] })).toBe('replaced');
    expect(access([...booked, moved(1)], { links: [0, 1] })).toBe('granted');
    expect(access([...booked, moved(1), moved(2)], { links: [0, 1] })).toBe('replaced');
  });
});

describe('a link that a browser has without an email', () => {
  test('opens a guest’s booking, and none that an account has adopted since', () => {
    expect(access(booked, { unmailedLinks: [0] })).toBe('granted');
    expect(access([...booked, CLAIMED], { unmailedLinks: [0] })).toBe('locked');
    expect(access([...booked, CLAIMED], { links: [0] })).toBe('granted');
  });
});

describe('the browser that held it', () => {
  test('opens the booking once it is paid, until it is moved', () => {
    expect(access([held('am')], { isHolder: true })).toBe('locked');
    expect(access(booked, { isHolder: true })).toBe('granted');
    expect(access([...booked, moved(1)], { isHolder: true })).toBe('locked');
    expect(access([...booked, moved(1)], { isHolder: true, links: [0] })).toBe('replaced');
    expect(access([...booked, moved(1)], { isHolder: true, links: [1] })).toBe('granted');
  });
});

describe('an account', () => {
  const active = [registered(), VERIFIED];

  test.each([
    ['its own booking', [...booked, CLAIMED], { account: 'a1' }, 'granted'],
    [
      'its own that was moved, by a link of before',
      [...booked, CLAIMED, moved(1)],
      { account: 'a1', links: [0] },
      'granted',
    ],
    ['another’s', [...booked, CLAIMED], { account: 'a2' }, 'locked'],
    ['another’s, made with its address', [...booked, CLAIMED], { account: 'a2', isOwnAddress: true }, 'locked'],
    ['a guest’s, made with its address', booked, { account: 'a1', isOwnAddress: true }, 'granted'],
    ['a guest’s, made with another', booked, { account: 'a1' }, 'locked'],
  ] as const)('and %s', (_, past, caller, expected) => {
    expect(access(past, caller, active)).toBe(expected);
  });

  test.each([
    ['deleted', [...active, DELETED]],
    ['disabled', [...active, DISABLED]],
    ['not confirmed', [registered()]],
  ])('that is %s opens nothing', (_, account) => {
    expect(access([...booked, CLAIMED], { account: 'a1' }, account)).toBe('locked');
    expect(access([...booked, CLAIMED, moved(1)], { account: 'a1', links: [0] }, account)).toBe('replaced');
  });
});

import { describe, expect, test } from 'vitest';
import { accountType } from '#events/account/account.ts';
import { bookingAccess } from '#events/booking/booking-access.ts';
import { fold } from '#events/event.ts';
import { endKeptVisit, forgetAt } from '#events/booking/forgetting.ts';
import { type Leaving, leave, leaveVisit } from '#events/account/leaving.ts';
import { capturePayment } from '#events/booking/paying.ts';
import { rolesType } from '#events/account/roles.ts';
import { VERIFIED, registered } from './account-facts.ts';
import { EVERY_EVENT } from '../every-event.ts';
import * as facts from '../facts.ts';
import { type Past, given } from '../given.ts';

const { DATE, NOW, ZONE, at, confirmed, held, payment } = facts;
const booked: readonly Past[] = [held('am'), confirmed('am')];
const LATE = at('2027-03-15T10:00:00-07:00');
const OVER = at('2027-03-16T12:00:00-07:00');

const KEPT: Past = { booking: [{ type: 'VisitKept', data: { account: 'a1' } }] };
const FORGOTTEN: Past = { booking: [{ type: 'CustomerForgotten', data: { person: 'p1' } }] };
const RELEASED = { type: 'UnitsReleased', data: { booking: 'b1', units: ['am'] } };

function leaving(change: Partial<Leaving>): Leaving {
  return { account: 'a1', visits: 'keep', told: new Map(), now: NOW, timeZone: ZONE, ...change };
}

function left(past: readonly Past[], change: Partial<Leaving>) {
  return given(...past).when((states) => leaveVisit(states, 'b1', leaving(change)));
}

describe('a visit ahead of an account that is deleted', () => {
  test('is canceled with a full refund while that is free', () => {
    expect(left(booked, { visits: 'cancel', told: new Map([['b1', 'refund']]) })).toEqual({
      booking: [
        { type: 'BookingCancelled', data: { by: 'customer' } },
        facts.refundRequested(payment('am'), 'cancelled'),
      ],
      day: [RELEASED],
    });
  });

  test.each([
    ['without a choice', { visits: null }],
    ['when canceling it was never told of', { visits: 'cancel' }],
    [
      'when a refund was told that is too late by now',
      { visits: 'cancel', told: new Map([['b1', 'refund']]), now: LATE },
    ],
  ] as const)('refuses the deletion %s', (_, change) => {
    expect(left(booked, change as Partial<Leaving>)).toEqual({ refusal: 'terms-changed' });
  });
});

describe('a deletion', () => {
  const account = fold(accountType, [registered(), VERIFIED]);
  const roles = rolesType.initial;

  test('decides about all visits ahead, two of one day included, or about none', () => {
    const morning = given(held('am'), confirmed('am')).state;
    const afternoon = given({ booking: [facts.slotHeld('pm'), ...(confirmed('pm').booking ?? [])] }).state.booking;
    const day = given(
      { day: [...(confirmed('am').day ?? [])] },
      { day: [{ type: 'UnitsConfirmed', data: { booking: 'b2', units: ['pm'] } }] },
    ).state.day;
    const states = { account, roles, visits: { b1: morning.booking, b2: afternoon }, days: { [DATE]: day } };
    const told = new Map([
      ['b1', 'refund'],
      ['b2', 'refund'],
    ] as const);
    const command = { ...leaving({ visits: 'cancel', told }), bookings: [], addressEvents: 2 };
    expect(leave(states, command)).toMatchObject({
      account: [{ type: 'AccountDeleted' }],
      visits: { b1: [{ type: 'BookingCancelled' }, {}], b2: [{ type: 'BookingCancelled' }, {}] },
      days: { [DATE]: [RELEASED, { data: { booking: 'b2', units: ['pm'] } }] },
    });
    told.delete('b2');
    expect(leave(states, command)).toEqual({ refusal: 'terms-changed' });
    expect(leave({ ...states, days: {} }, command)).toEqual({ refusal: 'changed-meanwhile' });
  });

  test.each([
    ['was confirmed', [registered()], VERIFIED],
    ['changed', [registered(), VERIFIED], EVERY_EVENT.EmailChanged],
  ])('is decided anew when its address %s after its visits were listed', (_, past, last) => {
    const addressEvents = fold(accountType, past)!.addressEvents.length;
    const states = { account: fold(accountType, [...past, last]), roles, visits: {}, days: {} };
    const command = { ...leaving({}), bookings: [], addressEvents };
    expect(leave(states, command)).toEqual({ refusal: 'changed-meanwhile' });
    const anew = { ...command, addressEvents: states.account!.addressEvents.length };
    expect(leave(states, anew)).toMatchObject({ account: [{ type: 'AccountDeleted' }] });
  });
});

describe('a kept visit', () => {
  const kept = [...booked, KEPT];

  test('is a guest’s: its link opens it, and neither the account nor the browser that paid it does', () => {
    const { booking } = given(...kept).state;
    expect(booking).toMatchObject({ account: null, keptFrom: 'a1', status: 'confirmed', isForgotten: false });
    const caller = { links: [], unmailedLinks: [], account: null, isOwnAddress: false, isHolder: true };
    expect(bookingAccess({ booking }, caller)).toBe('locked');
    expect(bookingAccess({ booking }, { ...caller, links: [0] })).toBe('granted');
  });

  test('is forgotten once its time is over, to the second and once', () => {
    const { booking } = given(...kept).state;
    expect(forgetAt(booking, ZONE)).toBe(OVER);
    expect(endKeptVisit({ booking }, { now: OVER - 1, timeZone: ZONE })).toEqual({ booking: [] });
    const ended = endKeptVisit({ booking }, { now: OVER, timeZone: ZONE });
    expect(ended.booking.map(({ type }) => type)).toEqual(['KeptVisitOver', 'CustomerForgotten']);
    const after = given(...kept, ended).state;
    expect(endKeptVisit(after, { now: OVER, timeZone: ZONE })).toEqual({ booking: [] });
  });
});

test('a payment for a hold whose account is deleted is refunded, and its time is open', () => {
  const past = given(held('am'), FORGOTTEN);
  expect(past.when((states) => capturePayment(states, payment('am'), facts.context()))).toEqual({
    booking: [facts.captured(payment('am')), facts.refundRequested(payment('am'), 'traded')],
    day: [RELEASED],
  });
});

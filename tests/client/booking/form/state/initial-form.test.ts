import { expect, test } from 'vitest';
import { initialForm, openSlot } from '#client/booking/form/state/initial-form.ts';
import { EMPTY_BOOKING_FORM } from '#shared/booking/booking-form.ts';
import type { CurrentHold } from '#shared/calls/contract.ts';
import type { Flash } from '#shared/calls/flash.ts';
import { availability, day } from '../../days.ts';

const HOLD: CurrentHold = {
  eventId: 'b1',
  state: 'standing',
  slot: { date: '2027-03-09', claim: 'full' },
  expiresAt: 0,
  payUrl: '/pay',
  details: {
    service: 'full-day',
    date: '2027-03-09',
    claim: 'full',
    area: 'Ojai',
    tasks: ['painting'],
    address: '12 Main St',
    name: 'Ana',
    email: 'ana@example.com',
    phone: '805 555 0134',
    notes: '',
  },
};

function flash(change: Partial<Flash>): Flash {
  return { page: '/book', refusal: null, fields: {}, nearest: [], values: {}, ...change };
}

test('the URL preselects the session type and a slot that fits it', () => {
  const search = { service: 'full-day', date: '2027-03-10', claim: 'full' } as const;
  expect(initialForm({ flash: null, hold: null, search, own: null })).toMatchObject({
    service: 'full-day',
    slot: '2027-03-10/full',
  });
  const misfit = { service: 'full-day', date: '2027-03-10', claim: 'am' } as const;
  expect(initialForm({ flash: null, hold: null, search: misfit, own: null }).slot).toBe('');
});

test("the visitor's own hold fills the form", () => {
  expect(initialForm({ flash: null, hold: HOLD, search: {}, own: null })).toEqual({
    ...EMPTY_BOOKING_FORM,
    service: 'full-day',
    slot: '2027-03-09/full',
    area: 'Ojai',
    photos: [],
    tasks: ['painting'],
    address: '12 Main St',
    name: 'Ana',
    email: 'ana@example.com',
    phone: '805 555 0134',
    notes: '',
    confirmed: ['12 Main St', 'ana@example.com'],
  });
});

test('posted values take precedence over all others, valid or not', () => {
  const posted = flash({ refusal: 'invalid', values: { service: ['half-day'], email: ['nope'], tasks: ['a', 'b'] } });
  expect(initialForm({ flash: posted, hold: HOLD, search: {}, own: null })).toMatchObject({
    service: 'half-day',
    email: 'nope',
    tasks: ['a', 'b'],
    name: '',
  });
});

test('only a slot that is still open stays chosen', () => {
  const days = availability([day('2027-03-09', { am: 'gone', pm: 'yours' })]);
  expect(openSlot(days, { date: '2027-03-09', claim: 'am' })).toBeNull();
  expect(openSlot(days, { date: '2027-03-09', claim: 'full' })).toBeNull();
  expect(openSlot(days, { date: '2027-03-10', claim: 'am' })).toBeNull();
  expect(openSlot(days, { date: '2027-03-09', claim: 'pm' })).toEqual({ date: '2027-03-09', claim: 'pm' });
});

const KNOWN = { name: 'Ada', email: 'ada@example.com', phone: '', address: '9 Oak Rd', area: 'Ojai' };

test("the account's details fill the fields that are still empty", () => {
  const form = initialForm({ flash: null, hold: null, search: {}, own: KNOWN });
  expect(form).toMatchObject({ ...KNOWN, service: 'half-day', tasks: [], notes: '' });
  expect(
    initialForm({ flash: null, hold: { ...HOLD, state: 'booked', details: null }, search: {}, own: KNOWN }),
  ).toEqual(form);
});

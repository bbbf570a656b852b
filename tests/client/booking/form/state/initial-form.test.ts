import { expect, test } from 'vitest';
import { initialForm, openSlot, postKeyAfter, wasFilledIn } from '#client/booking/form/state/initial-form.ts';
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

test('a first visit begins with a half day and nothing else', () => {
  expect(initialForm({ flash: null, hold: null, search: {}, own: null })).toMatchObject({
    service: 'half-day',
    slot: '',
    name: '',
  });
});

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

test('a link to the other session type wins over the hold, and keeps the rest of it', () => {
  const form = initialForm({ flash: null, hold: HOLD, search: { service: 'half-day' }, own: null });
  expect(form).toMatchObject({ service: 'half-day', slot: '', name: 'Ana' });
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

test('a slot offered in place of a lost one is chosen by its link', () => {
  const posted = flash({ values: { service: ['half-day'], slot: ['2027-03-09/am'] } });
  const search = { service: 'half-day', date: '2027-03-10', claim: 'pm' } as const;
  expect(initialForm({ flash: posted, hold: null, search, own: null }).slot).toBe('2027-03-10/pm');
});

test('a flash without values leaves those of the hold in the form', () => {
  expect(initialForm({ flash: flash({ refusal: 'not-found' }), hold: HOLD, search: {}, own: null }).name).toBe('Ana');
});

test('only a slot that is still open stays chosen', () => {
  const days = availability([day('2027-03-09', { am: 'gone', pm: 'yours' })]);
  expect(openSlot(days, { date: '2027-03-09', claim: 'am' })).toBeNull();
  expect(openSlot(days, { date: '2027-03-09', claim: 'full' })).toBeNull();
  expect(openSlot(days, { date: '2027-03-10', claim: 'am' })).toBeNull();
  expect(openSlot(days, { date: '2027-03-09', claim: 'pm' })).toEqual({ date: '2027-03-09', claim: 'pm' });
});

test('without script the key is reused only while the request may have taken effect', () => {
  const values = { key: ['k1'] };
  const keyAfter = (left: Flash | null) => postKeyAfter({ flash: left, newKey: () => 'new' });
  expect(keyAfter(flash({ refusal: 'payments-down', values }))).toBe('k1');
  expect(keyAfter(flash({ refusal: 'fault', values }))).toBe('k1');
  expect(keyAfter(flash({ refusal: 'slot-taken', values }))).toBe('new');
  expect(keyAfter(flash({ refusal: null, values }))).toBe('new');
  expect(keyAfter(null)).toBe('new');
});

const KNOWN = { name: 'Ada', email: 'ada@example.com', phone: '', address: '9 Oak Rd', area: 'Ojai' };

test("the account's details fill the fields that are still empty", () => {
  const form = initialForm({ flash: null, hold: null, search: {}, own: KNOWN });
  expect(form).toMatchObject({ ...KNOWN, service: 'half-day', tasks: [], notes: '' });
  expect(
    initialForm({ flash: null, hold: { ...HOLD, state: 'booked', details: null }, search: {}, own: KNOWN }),
  ).toEqual(form);
});

test('posted values stay as they were typed, also empty ones', () => {
  expect(initialForm({ flash: null, hold: HOLD, search: {}, own: KNOWN })).toMatchObject({ name: 'Ana', area: 'Ojai' });
  const posted = flash({ values: { name: ['Ana'], address: [''] } });
  expect(initialForm({ flash: posted, hold: null, search: {}, own: KNOWN })).toMatchObject({
    name: 'Ana',
    address: '',
  });
});

test('a form that was filled in before begins at the last question; a form filled from an account does not', () => {
  expect(wasFilledIn({ flash: null, hold: HOLD, search: {} })).toBe(true);
  expect(wasFilledIn({ flash: null, hold: null, search: {} })).toBe(false);
});

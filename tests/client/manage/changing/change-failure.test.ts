import { expect, test } from 'vitest';
import {
  changeFailureOf,
  changeFailureOfFlash,
  isStaleVisit,
  withVisit,
  whyUnchangeable,
} from '#client/manage/changing/change-failure.ts';
import { UNREACHABLE_CHANGE, wordChangeRefusal } from '#client/wording/refusals.ts';
import type { RefundReason } from '#shared/booking/managed-booking.ts';
import { type RefusalName, mayStand } from '#shared/calls/refusals.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { booked } from '../booked.ts';

const flash = { page: '/booking/1/cancel', refusal: null, fields: {}, nearest: [], values: {} };

test('a refusal has its text for a booked visit, with open slots', () => {
  const nearest = [{ date: '2027-03-10', claim: 'am' }] as const;
  const error = new RpcError({ status: 409, message: '', refusal: 'slot-taken', nearest });
  expect(changeFailureOf(error)).toEqual({ wording: wordChangeRefusal('slot-taken'), fields: {}, nearest });
  expect(changeFailureOfFlash({ ...flash, refusal: 'too-late' })?.wording).toEqual(wordChangeRefusal('too-late'));
  expect(changeFailureOfFlash(flash)).toBeNull();
});

test('too many changes say when the next one is possible', () => {
  const error = new RpcError({ status: 429, message: '', refusal: 'too-many', retryAfter: 600 });
  expect(changeFailureOf(error).wording?.text).toContain('in 10 minutes');
  const left = changeFailureOfFlash({ ...flash, refusal: 'too-many', retryAfter: 27 });
  expect(left?.wording?.text).toContain('in 27 seconds');
  expect(wordChangeRefusal('too-many').text).toContain('in a few minutes');
});

test('a missing choice is shown at the question, and any other error at the top', () => {
  const noSlot = new RpcError({ status: 422, message: '', refusal: 'invalid', fields: { date: 'Pick a day.' } });
  expect(changeFailureOf(noSlot)).toMatchObject({ wording: null, fields: { slot: 'Pick a day.' } });
  const noKey = new RpcError({ status: 422, message: '', refusal: 'invalid', fields: { key: 'Reload.' } });
  expect(changeFailureOf(noKey).wording).toEqual(wordChangeRefusal('invalid'));
});

test('the failure for a visit that was moved meanwhile names its current time', () => {
  const error = new RpcError({ status: 409, message: '', refusal: 'plans-changed' });
  const told = withVisit(changeFailureOf(error), { date: '2027-03-11', claim: 'pm' });
  expect(told.wording?.text).toMatch(/^It is booked for Thu, Mar 11, 1:00 pm to 6:00 pm now: /);
  expect(withVisit(null, { date: '2027-03-11', claim: 'pm' })).toBeNull();
});

test('a visit that has begun is not called canceled, nor is a lost slot', () => {
  const visit = booked({ date: '2027-03-11', today: '2027-03-11' });
  expect(whyUnchangeable(visit)).toBe('visit-started');
  expect(whyUnchangeable({ ...visit, state: 'cancelled' })).toBe('not-confirmed');
  const refunded = (reason: RefundReason) =>
    whyUnchangeable({ ...visit, state: 'refunded', money: { ...visit.money, reason } });
  expect(refunded('refilled')).toBe('not-confirmed');
  expect(refunded('slot-lost')).toBe('never-booked');
});

test('a refusal because the visit has changed differs from a refusal of the new slot', () => {
  const refused = (refusal: RefusalName | null) => new RpcError({ status: 409, message: '', refusal });
  for (const name of [
    'too-late',
    'not-confirmed',
    'plans-changed',
    'terms-changed',
    'visit-started',
    'link-replaced',
  ] as const) {
    expect(isStaleVisit(refused(name))).toBe(true);
    expect(mayStand(name)).toBe(false);
  }
  for (const name of ['slot-taken', 'own-visit', 'busy', null] as const)
    expect(isStaleVisit(refused(name))).toBe(false);
});

test('a missing response is no refusal', () => {
  expect(changeFailureOf(new TypeError('fetch failed')).wording).toEqual(UNREACHABLE_CHANGE);
});

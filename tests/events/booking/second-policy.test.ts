/** Moves after new bookings have got another notice policy: three days instead of two. */
import { expect, test, vi } from 'vitest';
import { reschedule } from '#events/booking/changing.ts';
import { freeChangesLeft } from '#events/booking/free-changes.ts';
import { capturePayment } from '#events/booking/paying.ts';
import { dayType } from '#events/day.ts';
import { CURRENT_POLICY } from '#shared/booking/notice-policy.ts';
import * as facts from '../facts.ts';
import { given } from '../given.ts';
import type * as NoticePolicy from '#shared/booking/notice-policy.ts';

vi.mock('#shared/booking/notice-policy.ts', async (original) => {
  const actual = await original<typeof NoticePolicy>();
  const rules = { ...actual.NOTICE_POLICIES, 'three-days-notice': { days: 3, words: '3 calendar days’ notice' } };
  return { ...actual, NOTICE_POLICIES: rules, CURRENT_POLICY: 'three-days-notice' };
});

const request = {
  booking: 'b1',
  from: { date: facts.DATE, claim: 'am' },
  date: '2027-03-20',
  claim: 'am',
  time: facts.time(),
} as const;

test('each policy counts by its own number of days', () => {
  expect(freeChangesLeft('two-days-notice', '2027-03-16', '2027-03-14')).toBe('2027-03-14');
  expect(freeChangesLeft(CURRENT_POLICY, '2027-03-16', '2027-03-14')).toBeNull();
  expect(freeChangesLeft(CURRENT_POLICY, '2027-03-16', '2027-03-13')).toBe('2027-03-13');
});

test('a new booking is confirmed under the new policy', () => {
  const outcome = given(facts.held('am')).when((state) => capturePayment(state, facts.payment('am'), facts.context()));
  expect(outcome).toMatchObject({
    booking: [{}, { data: { policy: 'three-days-notice', freeChangesThrough: '2027-03-13' } }],
  });
});

test('a booking that was made under the old policy is moved under the old policy', () => {
  const target = dayType.initial;
  const outcome = given(facts.held('am'), facts.confirmed('am')).when((state) =>
    reschedule({ ...state, target }, request),
  );
  expect(outcome).toMatchObject({ booking: [{ data: { freeChangesThrough: '2027-03-18' } }] });
});

import { expect, test } from 'vitest';
import { changeFailureOf, changeFailureOfFlash, withVisit } from '#client/manage/changing/change-failure.ts';
import { wordChangeRefusal } from '#client/wording/refusals.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';

const flash = { page: '/booking/1/cancel', refusal: null, fields: {}, nearest: [], values: {} };

test('a refusal has its text for a booked visit, with open slots', () => {
  const nearest = [{ date: '2027-03-10', claim: 'am' }] as const;
  const error = new RpcError({ status: 409, message: '', refusal: 'slot-taken', nearest });
  expect(changeFailureOf(error)).toEqual({ wording: wordChangeRefusal('slot-taken'), fields: {}, nearest });
  expect(changeFailureOfFlash({ ...flash, refusal: 'too-late' })?.wording).toEqual(wordChangeRefusal('too-late'));
  expect(changeFailureOfFlash(flash)).toBeNull();
});

test('the failure for a visit that was moved meanwhile names its current time', () => {
  const error = new RpcError({ status: 409, message: '', refusal: 'plans-changed' });
  const told = withVisit(changeFailureOf(error), { date: '2027-03-11', claim: 'pm' });
  expect(told.wording?.text).toMatch(/^It is booked for Thu, Mar 11, 1:00 pm to 6:00 pm now: /);
  expect(withVisit(null, { date: '2027-03-11', claim: 'pm' })).toBeNull();
});

import { expect, test } from 'vitest';
import { changeFailureOf, changeFailureOfFlash } from '#client/manage/change-failure.ts';
import { UNREACHABLE_CHANGE, wordChangeRefusal } from '#client/wording/refusals.ts';
import { RpcError } from '#shared/rpc-error.ts';

const flash = { page: '/booking/1/cancel', refusal: null, fields: {}, nearest: [], values: {} };

test('a refusal is worded for a booked visit, with what is open instead', () => {
  const nearest = [{ date: '2027-03-10', claim: 'am' }] as const;
  const error = new RpcError({ status: 409, message: '', refusal: 'slot-taken', nearest });
  expect(changeFailureOf(error)).toEqual({ wording: wordChangeRefusal('slot-taken'), fields: {}, nearest });
  expect(changeFailureOfFlash({ ...flash, refusal: 'too-late' })?.wording).toBe(wordChangeRefusal('too-late'));
  expect(changeFailureOfFlash(flash)).toBeNull();
});

test('a missing choice stands at the question, and anything else that is wrong is said at the top', () => {
  const noSlot = new RpcError({ status: 422, message: '', refusal: 'invalid', fields: { date: 'Pick a day.' } });
  expect(changeFailureOf(noSlot)).toMatchObject({ wording: null, fields: { slot: 'Pick a day.' } });
  const noKey = new RpcError({ status: 422, message: '', refusal: 'invalid', fields: { key: 'Reload.' } });
  expect(changeFailureOf(noKey).wording).toBe(wordChangeRefusal('invalid'));
});

test('no answer is no refusal', () => {
  expect(changeFailureOf(new TypeError('fetch failed')).wording).toBe(UNREACHABLE_CHANGE);
});

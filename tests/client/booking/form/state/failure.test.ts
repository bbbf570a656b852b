import { expect, test } from 'vitest';
import { failureOf, fieldErrorList, invalid, withoutField } from '#client/booking/form/state/failure.ts';
import { UNREACHABLE, wordRefusal } from '#client/wording/refusals.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';

test('errors are in the order of the form, and those of date and claim are at the slot', () => {
  const failure = invalid({ email: 'E', claim: 'C', date: 'D', service: 'S' });
  expect(failure.wording).toBeNull();
  expect(fieldErrorList(failure)).toEqual([
    { name: 'service', message: 'S' },
    { name: 'slot', message: 'D' },
    { name: 'email', message: 'E' },
  ]);
});

test('a corrected field removes its error, the last one the whole summary', () => {
  const failure = invalid({ email: 'E', name: 'N' });
  const once = withoutField(failure, 'name');
  expect(once?.fields).toEqual({ email: 'E' });
  expect(withoutField(once, 'email')).toBeNull();
  expect(withoutField(failure, 'phone')).toBe(failure);
});

test('a refusal has its text and the nearest slots; a missing response blames the connection', () => {
  const nearest = [{ date: '2027-03-09', claim: 'am' }] as const;
  const taken = failureOf(new RpcError({ status: 409, message: 'slot-taken', refusal: 'slot-taken', nearest }));
  expect(taken).toEqual({ wording: wordRefusal('slot-taken'), fields: {}, nearest });
  expect(failureOf(new TypeError('fetch failed')).wording).toEqual(UNREACHABLE);
  expect(failureOf(new RpcError({ status: 500, message: 'x', refusal: null })).wording).toEqual(wordRefusal(undefined));
});

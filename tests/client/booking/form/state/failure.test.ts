import { expect, test } from 'vitest';
import {
  failureOf,
  failureOfFlash,
  failureOfSlot,
  fieldErrorList,
  invalid,
  keepLostSlot,
  withoutField,
} from '#client/booking/form/state/failure.ts';
import { UNREACHABLE, wordRefusal } from '#client/wording/refusals.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { availability, day } from '../../days.ts';

test('errors are in the order of the form, and those of date and claim are at the slot', () => {
  const failure = invalid({ email: 'E', claim: 'C', date: 'D', service: 'S' });
  expect(failure.wording).toBeNull();
  expect(fieldErrorList(failure)).toEqual([
    { name: 'service', message: 'S' },
    { name: 'slot', message: 'D' },
    { name: 'email', message: 'E' },
  ]);
});

test('an error that belongs to no field is still shown', () => {
  expect(invalid({ key: 'K' }).wording).not.toBeNull();
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

test('a temporary refusal says for how long, and how else to book', () => {
  const refusal = { status: 429, message: 'holds-full', refusal: 'holds-full' } as const;
  const told = failureOf(new RpcError({ ...refusal, retryAfter: 720 })).wording;
  expect(told?.text).toContain('Try again in 12 minutes');
  expect(told?.otherwise).toBe('paid-before');
  expect(wordRefusal('too-many-holds').text).toContain('try again in half an hour');
});

test('a flash without a refusal is no failure', () => {
  const flash = { page: '/book', fields: {}, nearest: [], values: {} };
  expect(failureOfFlash(null)).toBeNull();
  expect(failureOfFlash({ ...flash, refusal: null })).toBeNull();
  expect(failureOfFlash({ ...flash, refusal: 'invalid', fields: { name: 'N' } })?.fields).toEqual({ name: 'N' });
  expect(failureOfFlash({ ...flash, refusal: 'slot-taken' })?.wording).toEqual(wordRefusal('slot-taken'));
});

test('a link to a taken slot says so and offers the nearest; a link to an open slot shows no error', () => {
  const days = availability([
    day('2027-03-08', { am: 'gone' }),
    day('2027-03-09', { am: 'gone', pm: 'gone' }),
    day('2027-03-12'),
  ]);
  expect(failureOfSlot(days, { date: '2027-03-12', claim: 'am' })).toBeNull();
  expect(failureOfSlot(days, null)).toBeNull();
  expect(failureOfSlot(days, { date: '2027-03-09', claim: 'am' })).toEqual({
    wording: wordRefusal('slot-gone'),
    fields: {},
    nearest: [
      { date: '2027-03-08', claim: 'pm' },
      { date: '2027-03-12', claim: 'am' },
      { date: '2027-03-12', claim: 'pm' },
    ],
  });
});

test('a slot that was lost is reported as lost, and not as a missing choice', () => {
  const nearest = [{ date: '2027-03-10', claim: 'am' }] as const;
  const lost = { wording: wordRefusal('slot-taken'), fields: {}, nearest };
  const missing = invalid({ date: 'Choose a day.' });
  expect(keepLostSlot(missing, lost)).toBe(lost);
  expect(keepLostSlot(missing, null)).toBe(missing);
  const more = invalid({ date: 'Choose a day.', name: 'Who?' });
  expect(keepLostSlot(more, lost)).toBe(more);
});

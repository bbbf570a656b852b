import { expect, test } from 'vitest';
import { Rejected, cureOf, mayStand, statusOf } from '#shared/calls/refusals.ts';

test('a refusal is thrown as an error that carries its name and what helps', () => {
  const error = new Rejected('too-soon', { retryAfter: 5 });
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({
    name: 'Rejected',
    message: 'too-soon',
    refusal: 'too-soon',
    details: { retryAfter: 5 },
  });
});

test('a request may have taken effect after an error, an undecided refusal, or an unknown refusal', () => {
  for (const name of [null, 'busy', 'storage-down', 'payments-down', 'constructor']) expect(mayStand(name)).toBe(true);
  for (const name of ['slot-taken', 'invalid', 'session-ended']) expect(mayStand(name)).toBe(false);
});

test('another slot or a fresh page cures only what had no effect', () => {
  for (const name of ['too-far', 'too-late', 'unknown-booking']) {
    expect(cureOf(name)).not.toBeNull();
    expect(mayStand(name)).toBe(false);
  }
  for (const name of [null, 'own-visit', 'constructor']) expect(cureOf(name)).toBeNull();
});

test('each refusal has its HTTP status', () => {
  expect([statusOf('slot-taken'), statusOf('link-ended'), statusOf('busy')]).toEqual([409, 410, 503]);
});

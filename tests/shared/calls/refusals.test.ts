import { expect, test } from 'vitest';
import { cureOf, mayStand } from '#shared/calls/refusals.ts';

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

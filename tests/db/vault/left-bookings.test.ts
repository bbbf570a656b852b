import { expect, test } from 'vitest';
import { LeftBookingCheck } from '#db/vault/left-bookings.ts';

interface Row {
  readonly type: string;
  readonly stream: string;
  readonly data: string;
}

const row = (type: string, stream: string, data: object = {}): Row => ({ type, stream, data: JSON.stringify(data) });

const deleted = row('AccountDeleted', 'account-a1', { bookings: ['guest'] });

test.each<[what: string, events: readonly Row[], left: readonly string[]]>([
  [
    'its own booking and a guest booking',
    [row('SlotHeld', 'booking-own', { account: 'a1' }), deleted],
    ['own', 'guest'],
  ],
  ['what was forgotten before', [row('CustomerForgotten', 'booking-guest'), deleted], []],
  ['what was forgotten afterwards', [deleted, row('CustomerForgotten', 'booking-guest')], []],
  ['a visit that is kept', [deleted, row('VisitKept', 'booking-guest')], []],
  ['what another account has adopted', [row('BookingClaimed', 'booking-guest', { account: 'a2' }), deleted], []],
])('of a deleted account, %s', (_, events, left) => {
  const check = new LeftBookingCheck();
  for (const event of events) check.take(event);
  expect(check.left).toEqual(left);
});

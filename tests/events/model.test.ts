import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { answersMet, commands } from './model/commands.ts';
import { Shop } from './model/shop.ts';
import { World } from './model/world.ts';

const EVERY_ANSWER = [
  'CheckoutOpened',
  'HoldExpired, SlotHeld, UnitsReleased, UnitsHeld',
  'HoldExpired, UnitsReleased',
  'HoldRevised',
  'PaymentCaptured, BookingConfirmed, UnitsConfirmed',
  'PaymentCaptured, RefundRequested (paid-twice)',
  'PaymentCaptured, RefundRequested (slot-lost)',
  'PaymentCaptured, RefundRequested (slot-lost), UnitsReleased',
  'PaymentCaptured, RefundRequested (traded)',
  'PaymentCaptured, RefundRequested (wrong-amount)',
  'RefundFailed',
  'RefundSucceeded',
  'SlotHeld, UnitsHeld',
  'SlotReclaimed, PaymentCaptured, BookingConfirmed, UnitsConfirmed',
  'already-held',
  'checkout-open',
  'not-held',
  'nothing',
  'slot-taken',
  'too-far',
  'too-soon',
  'unknown-payment',
];

test('whatever happens in whatever order, nothing is sold twice or by halves and no money is lost', () => {
  fc.assert(
    fc.property(commands, (steps) => {
      fc.modelRun(() => ({ model: new Shop(), real: new World() }), steps);
    }),
    { numRuns: 3000 },
  );
  expect([...answersMet.keys()].sort()).toEqual(EVERY_ANSWER);
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { IS_THOROUGH } from '../thorough.ts';
import { commands } from './model/commands.ts';
import { Shop } from './model/shop.ts';
import { answersMet } from './model/step.ts';
import { World } from './model/world.ts';

const EVERY_ANSWER = [
  'BookingCancelled, RefundRequested (cancelled), UnitsReleased',
  'BookingCancelled, RefundRequested (cancelled-by-owner), UnitsReleased',
  'BookingForfeited, UnitsForfeited',
  'BookingRescheduled, UnitsReleased, UnitsConfirmed',
  'CheckoutOpened',
  'CompletionUndone',
  'ForfeitureFinalised, ForfeitureEnded',
  'HoldExpired, SlotHeld, UnitsReleased, UnitsHeld',
  'HoldExpired, UnitsReleased',
  'HoldRevised',
  'NoShowRecorded',
  'NoShowUndone',
  'PaymentCaptured, BookingConfirmed, UnitsConfirmed',
  'PaymentCaptured, RefundRequested (paid-twice)',
  'PaymentCaptured, RefundRequested (slot-lost)',
  'PaymentCaptured, RefundRequested (slot-lost), UnitsReleased',
  'PaymentCaptured, RefundRequested (traded)',
  'PaymentCaptured, RefundRequested (wrong-amount)',
  'RefundFailed',
  'RefundRequested (after-visit)',
  'RefundRequested (goodwill)',
  'RefundRequested (goodwill), ForfeitureEnded',
  'RefundSucceeded',
  'SlotHeld, UnitsHeld',
  'SlotReclaimed, PaymentCaptured, BookingConfirmed, UnitsConfirmed',
  'SlotRefilled, RefundRequested (refilled)',
  'UnitsClosed',
  'UnitsOpened',
  'UnitsRefilled',
  'VisitCompleted',
  'already-held',
  'already-refunded',
  'checkout-open',
  'not-a-no-show',
  'not-completed',
  'not-confirmed',
  'not-forfeited',
  'not-held',
  'nothing',
  'plans-changed',
  'same-slot',
  'slot-taken',
  'terms-changed',
  'too-early',
  'too-far',
  'too-late',
  'too-soon',
  'units-over',
  'units-taken',
  'unknown-payment',
  'visit-started',
  'wrong-service',
];

/** Runs go on until every answer was met: some are met once in 500 runs. */
const BATCH = 250;
const LEAST_RUNS = IS_THOROUGH ? 20_000 : 500;
const MOST_RUNS = 20_000;

test('in any order of events, nothing is sold twice or in part, no money is lost, and a refilled payment is refunded once', () => {
  let runs = 0;
  do {
    fc.assert(
      fc.property(commands, (steps) => {
        fc.modelRun(() => ({ model: new Shop(), real: new World() }), steps);
      }),
      { numRuns: BATCH },
    );
    runs += BATCH;
  } while (runs < LEAST_RUNS || (answersMet.size < EVERY_ANSWER.length && runs < MOST_RUNS));
  expect([...answersMet.keys()].sort()).toEqual(EVERY_ANSWER);
});

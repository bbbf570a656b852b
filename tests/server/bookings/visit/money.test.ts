import { expect, test } from 'vitest';
import type { RefundRow } from '#db/projections/bookings.ts';
import { moneyOf } from '#server/bookings/visit/money.ts';

const CANADIAN: RefundRow = {
  payment: 'pay1',
  amount: 29_900,
  currency: 'cad',
  cause: 'wrong-amount',
  status: 'succeeded',
  attempts: 0,
  at: 0,
  event: 'e1',
  totalDue: 29_900,
  isWithheld: false,
};

test('payments in another currency count neither as paid nor as refunded', () => {
  const row = { method: 'online', captured: 29_900, refunds: JSON.stringify([CANADIAN]), reductions: '[]' } as const;
  expect(moneyOf(row)).toEqual({
    isOutside: false,
    paidCents: 29_900,
    refundingCents: 0,
    refundedCents: 0,
    isWithheld: false,
    refund: 'none',
    reason: null,
    surplus: null,
  });
});

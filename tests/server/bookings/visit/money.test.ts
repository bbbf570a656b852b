import { expect, test } from 'vitest';
import type { Reduction, RefundRow } from '#db/projections/booking-row.ts';
import { moneyOf } from '#server/bookings/visit/money.ts';

const CANADIAN: RefundRow = {
  payment: 'pay1',
  amount: 29_900,
  currency: 'cad',
  cause: 'wrong-amount',
  status: 'succeeded',
  attempts: 0,
  at: 0,
  totalDue: 29_900,
};

test('an open dispute withholds the refund also before one is requested', () => {
  const dispute = { kind: 'dispute', id: 'd1', payment: 'pay1', amount: 29_900, currency: 'usd', at: 0 } as const;
  const withheld = (refunds: readonly RefundRow[]) => {
    const reductions = JSON.stringify([{ ...dispute, state: 'withheld' } satisfies Reduction]);
    return moneyOf({ method: 'online', captured: 29_900, refunds: JSON.stringify(refunds), reductions }).isWithheld;
  };
  const refund = { ...CANADIAN, currency: 'usd', cause: 'cancelled' } as const;
  expect(withheld([])).toBe(true);
  expect(withheld([{ ...refund, status: 'requested' }])).toBe(true);
  expect(withheld([refund])).toBe(false);
});

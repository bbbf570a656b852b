import { describe, expect, test } from 'vitest';
import { dashboardQuery } from '#client/account/dashboard/booking-rows.tsx';
import type { AppRpc } from '#shared/calls/contract.ts';

describe('while a refund is under way', () => {
  const isAskedAgain = ({ refetchInterval: wait }: { refetchInterval?: unknown }, data: object) =>
    typeof wait === 'function' && wait({ state: { data } }) !== false;

  test.each([
    ['nothing has to go back', 0, 0, 0, false],
    ['some is on its way', 29_900, 0, 0, true],
    ['some is on its way, and some is back', 59_800, 29_900, 0, true],
    ['all is back', 29_900, 29_900, 0, false],
    ['it has not gone through, and is tried again', 29_900, 0, 29_900, true],
  ])('the dashboard is polled: %s', (_what, refundingCents, refundedCents, failingCents, isAsked) => {
    const money = { paidCents: 59_800, refundingCents, refundedCents, failingCents };
    const data = { cards: { nextVisit: null, freeChanges: null, money }, rows: [], total: 1 };
    expect(isAskedAgain(dashboardQuery({} as AppRpc), data)).toBe(isAsked);
  });
});

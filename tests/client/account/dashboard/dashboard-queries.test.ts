import { describe, expect, test } from 'vitest';
import { beginDashboard, dashboardQuery } from '#client/account/dashboard/dashboard-queries.ts';
import { createQueryClient } from '#client/shell/query/query-client.ts';
import type { AppRpc } from '#shared/calls/contract.ts';
import type { DashboardPart } from '#shared/booking/managed-booking.ts';

const CARDS: DashboardPart = {
  part: 'cards',
  cards: {
    nextVisit: null,
    freeChanges: null,
    money: { paidCents: 29_900, refundingCents: 0, refundedCents: 0, failingCents: 0 },
  },
};
const ROWS: DashboardPart = { part: 'rows', rows: [], total: 7 };

/** A dashboard whose parts arrive one by one, each when the test releases it. */
function slowly(waitsForAll = false) {
  const lines: PromiseWithResolvers<DashboardPart>[] = [Promise.withResolvers(), Promise.withResolvers()];
  let calls = 0;
  const rpc = {
    async dashboard() {
      calls += 1;
      return (async function* () {
        for (const { promise } of lines) yield await promise;
      })();
    },
  } as unknown as AppRpc;
  const queries = createQueryClient(true);
  const query = dashboardQuery(rpc);
  return {
    begin: () => beginDashboard(queries, rpc, waitsForAll),
    whole: () => queries.fetchQuery(query),
    state: () => queries.getQueryState(query.queryKey),
    cards: lines[0]!,
    rows: lines[1]!,
    calls: () => calls,
  };
}

describe('a loading dashboard', () => {
  test('is shown with the cards before the rows have arrived', async () => {
    const { begin, whole, state, cards, rows, calls } = slowly();
    const begun = begin();
    cards.resolve(CARDS);
    await begun;
    expect(state()?.data).toEqual({ cards: CARDS.cards, bookings: null });
    rows.resolve(ROWS);
    await whole();
    expect(state()?.data).toEqual({ cards: CARDS.cards, bookings: { rows: [], total: 7 } });
    expect(calls()).toBe(1);
  });

  test('that fails before the first part fails the page', async () => {
    const { begin, cards } = slowly();
    const begun = begin();
    cards.reject(new Error('torn'));
    await expect(begun).rejects.toThrow('torn');
  });

  test('that breaks off after the cards keeps them, and reports the error', async () => {
    const { begin, whole, state, cards, rows } = slowly();
    const begun = begin();
    cards.resolve(CARDS);
    await begun;
    const rest = whole().catch((error: Error) => error.message);
    rows.reject(new Error('torn'));
    expect(await rest).toBe('torn');
    expect(state()).toMatchObject({ status: 'error', data: { cards: CARDS.cards, bookings: null } });
  });

  test('is awaited to its end by a server-rendered page, because nothing can follow without script', async () => {
    const { begin, state, cards, rows } = slowly(true);
    const begun = begin();
    cards.resolve(CARDS);
    rows.resolve(ROWS);
    await begun;
    expect(state()?.data).toMatchObject({ bookings: { total: 7 } });
  });
});

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
    const data = { cards: { nextVisit: null, freeChanges: null, money }, bookings: null };
    expect(isAskedAgain(dashboardQuery({} as AppRpc), data)).toBe(isAsked);
  });
});

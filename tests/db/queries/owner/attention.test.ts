import { EVERY_EVENT } from '../../../events/every-event.ts';
import { expect, test } from 'vitest';
import { listedAttention } from '#db/queries/owner/attention.ts';
import type { Store } from '#db/store.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { type RefundOutcome, recordRefund } from '#events/booking/paying.ts';
import { NOW } from '../../../events/facts.ts';
import { CAUSE, hold, pay } from '../../changes.ts';
import { openIn } from '../../folder.ts';

const SECOND = { payment: 'pay2', amount: 29_900, currency: 'usd' };
const PAID_TWICE = {
  booking: [
    { type: 'PaymentCaptured', data: { ...SECOND, checkout: 'c2' } },
    { type: 'RefundRequested', data: { ...SECOND, cause: 'paid-twice' } },
  ],
} as const;

/** A store whose time moves by a minute with each event of `b1`, which was paid and whose second payment is refunded. */
async function withRefund() {
  let now = NOW;
  const open = openIn(undefined, () => now);
  await open.store.change(hold('b1'));
  await open.store.change(pay('b1'));
  await open.store.change({ streams: { booking: bookingStream('b1') }, decide: () => PAID_TWICE, cause: CAUSE });
  const record = (outcome: RefundOutcome) => {
    now += 60_000;
    return open.store.change({
      streams: { booking: bookingStream('b1') },
      decide: (states) => recordRefund(states, outcome),
      cause: CAUSE,
    });
  };
  return { ...open, record };
}

const failure = (attempt: number): RefundOutcome => ({
  type: 'RefundFailed',
  data: { payment: 'pay2', attempt, reason: `no ${attempt}` },
});

const open = async (store: Store) => (await listedAttention(store.db, 50)).rows;

test('a failed refund is open, with its attempts, first failure and reason, until it succeeds', async () => {
  const { store, record } = await withRefund();
  await record(failure(1));
  await record(failure(2));
  expect(await open(store)).toEqual([
    {
      id: 'refund-b1:pay2',
      kind: 'refund',
      booking: 'b1',
      since: NOW + 60_000,
      amount: 29_900,
      failures: 2,
      reason: 'no 2',
      due: null,
      opened: 0,
      dismissed: null,
      dismissed_at: null,
    },
  ]);
  await record({ type: 'RefundSucceeded', data: { payment: 'pay2', refund: 'r1' } });
  expect(await open(store)).toEqual([]);
});

test('a dispute is open until it is answered or decided, with the time to answer it', async () => {
  const { store } = await withRefund();
  const dispute = EVERY_EVENT.DisputeReported;
  const report = (change: Partial<(typeof dispute)['data']>) =>
    store.change({
      streams: { booking: bookingStream('b1') },
      decide: () => ({ booking: [{ ...dispute, data: { ...dispute.data, ...change } }] }),
      cause: CAUSE,
    });
  await report({});
  const { evidenceDueBy: due, reason } = dispute.data;
  expect(await open(store)).toMatchObject([{ id: 'dispute-b1:d1', kind: 'dispute', amount: 29_900, due, reason }]);
  await report({ state: 'under-review' });
  expect(await open(store)).toEqual([]);
  await report({});
  expect(await open(store)).toHaveLength(1);
  await report({ state: 'lost' });
  expect(await open(store)).toEqual([]);
});

import { EVERY_EVENT } from '../../events/every-event.ts';
import { expect, test } from 'vitest';
import { openFailures } from '#db/projections/attention.ts';
import type { Store } from '#db/store.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { mailStream, parkMail, retryMail, settleMail } from '#events/mail.ts';
import { type RefundOutcome, recordRefund } from '#events/booking/paying.ts';
import { NOW } from '../../events/facts.ts';
import { CAUSE, hold, pay } from '../changes.ts';
import { openIn } from '../folder.ts';

const PARKED = { role: 'customer', cause: 'BookingConfirmed', position: 4, booking: 'b1', reason: '422' } as const;

const park = { streams: { mail: mailStream('e1') }, decide: (states: Mail) => parkMail(states, PARKED), cause: CAUSE };
const retry = { ...park, decide: (states: Mail) => retryMail(states, 'customer') };
const settle = { ...park, decide: (states: Mail) => settleMail(states, 'customer') };
type Mail = Parameters<typeof parkMail>[0];

const SECOND = { payment: 'pay2', amount: 29_900, currency: 'usd' };
const PAID_TWICE = {
  booking: [
    { type: 'PaymentCaptured', data: { ...SECOND, checkout: 'c2' } },
    { type: 'RefundRequested', data: { ...SECOND, cause: 'paid-twice' } },
  ],
} as const;

/** A store whose time moves by a minute with each event of `b1`, which was paid and whose second payment goes back. */
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
  kind: 'failed',
  payment: 'pay2',
  attempt,
  reason: `no ${attempt}`,
});

const open = (store: Store) => openFailures(store.updatedQueries().attention);

test('a refund that was only requested needs no attention', async () => {
  const { store } = await withRefund();
  expect(await open(store)).toEqual([]);
});

test('a failed refund is open, with its attempts, first failure and reason, until it succeeds', async () => {
  const { store, record } = await withRefund();
  await record(failure(1));
  await record(failure(2));
  expect(await open(store)).toEqual([
    {
      id: 'refund-b1:pay2',
      kind: 'refund',
      open: 1,
      booking: 'b1',
      cause: 'paid-twice',
      amount: 29_900,
      role: null,
      event: null,
      due: null,
      failures: 2,
      reason: 'no 2',
      since: NOW + 60_000,
      last: NOW + 120_000,
      dismissed: null,
      dismissed_at: null,
    },
  ]);
  await record({ kind: 'succeeded', payment: 'pay2', refund: 'r1' });
  expect(await open(store)).toEqual([]);
});

test('a parked mail is open, by role alone, until another try is taken', async () => {
  const { store } = openIn();
  await store.change(park);
  const [row] = await open(store);
  expect(row).toEqual({
    id: 'mail-e1:customer',
    kind: 'mail',
    open: 1,
    booking: 'b1',
    cause: 'BookingConfirmed',
    amount: null,
    role: 'customer',
    event: 'e1',
    due: null,
    failures: 1,
    reason: '422',
    since: NOW,
    last: NOW,
    dismissed: null,
    dismissed_at: null,
  });
  await store.change(retry);
  expect(await open(store)).toHaveLength(1);
  await store.change(settle);
  expect(await open(store)).toEqual([]);
});

test('a mail that is refused again stays open and counts', async () => {
  const { store } = openIn();
  for (const change of [park, retry, park]) await store.change(change);
  expect(await open(store)).toMatchObject([{ id: 'mail-e1:customer', failures: 2 }]);
});

test('what has been open longest comes first', async () => {
  const { store, record } = await withRefund();
  await store.change(park);
  await record(failure(1));
  expect((await open(store)).map(({ kind }) => kind)).toEqual(['mail', 'refund']);
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

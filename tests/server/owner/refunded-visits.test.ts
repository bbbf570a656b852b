import { expect, test } from 'vitest';
import { bookingStream } from '#events/booking/booking.ts';
import { BEN, type Town, books } from '../accounts/town.ts';
import { wait, withAdmin } from './with-admin.ts';

/** A second payment for a booking, which goes back. */
async function paysTwice(town: Town, id: string): Promise<void> {
  const money = { payment: 'second', amount: 29_900, currency: 'usd' } as const;
  await town.store.change({
    streams: { booking: bookingStream(id) },
    decide: () => {
      const captured = { type: 'PaymentCaptured', data: { ...money, checkout: 'c2' } } as const;
      const requested = { type: 'RefundRequested', data: { ...money, cause: 'paid-twice' } } as const;
      const succeeded = { type: 'RefundSucceeded', data: { payment: 'second', refund: 'r2' } } as const;
      return { booking: [captured, requested, succeeded] };
    },
    cause: { correlation: 'test' },
  });
}

test('a fully refunded visit says so; the refund of a second payment changes nothing', async () => {
  const { town, ada } = await withAdmin();
  const kept = await books(town, town.person(), BEN.email, { claim: 'am' });
  const refunded = await books(town, town.person(), 'eve@example.com', { claim: 'pm' });
  await paysTwice(town, kept);
  await wait(town, ada, '2027-03-16T18:00:00-07:00');
  await ada.call('completeVisit', { eventId: refunded });
  await ada.call('refundKeptPayment', { eventId: refunded });
  const [today] = (await ada.ask('nearVisits')).body.days;
  const progress = today?.visits.map(({ eventId, refund }) => [eventId, refund === 'none']);
  expect(progress).toEqual([
    [kept, true],
    [refunded, false],
  ]);
});

import { recorded } from '../../db/rows.ts';
import { describe, expect, test } from 'vitest';
import { cancelBooking } from '#events/booking/changing.ts';
import { recordRefund } from '#events/booking/paying.ts';
import { dayStream } from '#events/day.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { addDays } from '#shared/civil-date.ts';
import { ADA, BEN, type Person, books } from '../accounts/town.ts';
import { DATE } from '../../events/facts.ts';
import { wait, withAdmin } from './with-admin.ts';
import { areDone, until } from '../workers/run.ts';
import { parkMail } from './park-mail.ts';

test('the owner sees the visits of today and tomorrow, with the way there, and no other day’s', async () => {
  const { town, ada } = await withAdmin();
  const ben = town.person();
  const afternoon = await books(town, ben, BEN.email, { claim: 'pm' });
  const morning = await books(town, town.person(), 'eve@example.com', { claim: 'am' });
  await books(town, town.person(), 'ike@example.com', { date: addDays(DATE, 1) });
  await wait(town, ada, '2027-03-15T20:00:00-07:00');
  const { body } = await ada.ask('nearVisits');
  const today = addDays(DATE, -1);
  expect(body.today).toBe(today);
  expect(body.days.map(({ date, visits }) => [date, visits.map(({ eventId }) => eventId)])).toEqual([
    [today, []],
    [DATE, [morning, afternoon]],
  ]);
  expect(body.days[1]?.visits[1]).toEqual({
    eventId: afternoon,
    state: 'confirmed',
    canComplete: false,
    date: DATE,
    claim: 'pm',
    area: 'Ojai',
    priceCents: 29_900,
    isPaidOutside: false,
    refund: 'none',
    tasks: ['tv-mounting'],
    customer: {
      name: 'Ben Ito',
      email: BEN.email,
      phone: expect.any(String),
      address: '9 Oak Rd',
      gate: '',
      notes: 'Ring twice',
      photos: [],
    },
  });
});

describe('what needs attention', () => {
  test('lists a refund and a mail that failed, with the customer to call, until they are settled', async () => {
    const { town, ada } = await withAdmin();
    const id = await books(town, town.person(), BEN.email);
    const cancelled = { type: 'BookingCancelled', data: { by: 'owner' } } as const;
    const refund = { payment: 'p1', amount: 29_900, currency: 'usd', cause: 'cancelled-by-owner' } as const;
    await town.store.change({
      streams: { booking: bookingStream(id) },
      decide: ({ booking }) => {
        const payment = booking?.payments[0]?.payment ?? '';
        const requested = { type: 'RefundRequested', data: { ...refund, payment } } as const;
        const failed = { type: 'RefundFailed', data: { payment, attempt: 1, reason: 'card closed' } } as const;
        return { booking: [cancelled, requested, failed] };
      },
      cause: { correlation: 'test' },
    });
    await parkMail(town, id);
    const { items: body } = (await ada.ask('needsAttention')).body;
    const customer = expect.objectContaining({ name: 'Ben Ito', phone: expect.any(String) });
    const fact = { eventId: id, failures: 1, since: town.clock.now(), customer };
    expect(body).toHaveLength(2);
    expect(body).toContainEqual(
      expect.objectContaining({ ...fact, kind: 'refund', cents: 29_900, reason: 'card closed' }),
    );
    expect(body).toContainEqual(
      expect.objectContaining({
        ...fact,
        kind: 'mail',
        to: 'customer',
        tells: expect.any(String),
        reason: 'the provider refused it: 422',
      }),
    );
  });

  test('a mail is sent again for the owner', async () => {
    const { town, ada } = await withAdmin();
    const failure = await parkMail(town, await books(town, town.person(), BEN.email));
    const before = town.sent.length;
    const again = await ada.call('sendMailAgain', { failure });
    expect(again).toMatchObject({ status: 200, redirect: '/app/admin', notice: 'mail-sent-again' });
    await until(() => areDone(town, 'mail'));
    expect(town.sent.slice(before)).toMatchObject([{ to: BEN.email }]);
    expect((await ada.ask('needsAttention')).body.items).toEqual([]);
    expect((await town.person().call('sendMailAgain', { failure })).status).toBe(401);
  });

  /** The landing's list, by title facts. */
  const listed = async (ada: Person) => {
    const { items, total, dismissed } = (await ada.ask('needsAttention')).body;
    return {
      items: items.map(({ id }) => id),
      total,
      dismissed: dismissed.map(({ item, reason }) => [item.id, reason]),
    };
  };

  async function withForfeit() {
    const { town, ada } = await withAdmin();
    const id = await books(town, town.person(), BEN.email, { claim: 'am' });
    await wait(town, ada, '2027-03-15T20:00:00-07:00');
    await town.store.change({
      streams: { booking: bookingStream(id), day: dayStream(DATE) },
      decide: (states) =>
        cancelBooking(states, { booking: id, by: 'customer', now: town.clock.now(), timeZone: town.config.timeZone }),
      cause: { correlation: 'test' },
    });
    return { town, ada, id, item: `forfeit-${id}` };
  }

  test('lists a late cancellation whose time is open, until the owner refunds it', async () => {
    const { town, ada, id, item } = await withForfeit();
    const [late] = (await ada.ask('needsAttention')).body.items;
    expect(late).toMatchObject({
      id: item,
      kind: 'forfeit',
      eventId: id,
      slot: { date: DATE, claim: 'am' },
      cents: 29_900,
      since: town.clock.now(),
      customer: { name: 'Ben Ito' },
    });
    expect(await ada.call('refundKeptPayment', { eventId: id })).toMatchObject({ status: 200 });
    expect(await listed(ada)).toMatchObject({ items: [], total: 0, dismissed: [] });
  });

  test('money is settled from the list, which the owner does not leave', async () => {
    const { town, ada, id } = await withForfeit();
    const refunded = await ada.call('refundKeptPayment', { eventId: id, at: 'landing' });
    expect(refunded).toMatchObject({ status: 200, redirect: '/app/admin', notice: 'kept-payment-refunded' });
    const payment = (await town.store.stateOf(bookingStream(id)))?.payments[0]?.payment ?? '';
    await town.store.change({
      streams: { booking: bookingStream(id) },
      decide: (states) =>
        recordRefund(states, { type: 'RefundFailed', data: { payment, attempt: 1, reason: 'card closed' } }),
      cause: { correlation: 'test' },
    });
    const retried = await ada.call('retryRefund', { eventId: id, payment, at: 'landing' });
    expect(retried).toMatchObject({ status: 200, redirect: '/app/admin', notice: 'refund-retried' });
    for (const [command, refusal] of [
      ['refundKeptPayment', 'not-forfeited'],
      ['settleRefund', 'refund-not-owed'],
    ] as const) {
      const { location, flash } = await ada.post(command, { eventId: id, payment, at: 'landing' });
      expect([location, flash?.refusal]).toEqual(['/app/admin', refusal]);
    }
  });

  test('an item that is dismissed with a reason leaves the list, and can be restored; the log names the admin', async () => {
    const { town, ada, item } = await withForfeit();
    expect(await ada.call('dismissAttention', { item, reason: 'called' })).toMatchObject({
      status: 200,
      redirect: '/app/admin',
      notice: 'attention-dismissed',
    });
    await ada.call('dismissAttention', { item, reason: 'not-needed' });
    expect(await listed(ada)).toEqual({ items: [], total: 0, dismissed: [[item, 'called']] });
    expect(await ada.call('restoreAttention', { item })).toMatchObject({ status: 200, notice: 'attention-restored' });
    await ada.call('restoreAttention', { item });
    expect(await listed(ada)).toMatchObject({ items: [item], total: 1, dismissed: [] });
    const admin = await town.idOf(ADA.email);
    const events = recorded(town.store, ['AttentionDismissed', 'AttentionRestored']);
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['AttentionDismissed', { reason: 'called', admin }],
      ['AttentionRestored', { admin }],
    ]);
  });
});

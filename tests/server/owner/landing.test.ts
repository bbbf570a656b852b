import { recorded } from '../../db/rows.ts';
import { describe, expect, test } from 'vitest';
import { jobById } from '#db/queries/jobs.ts';
import { cancelBooking } from '#events/booking/changing.ts';
import { recordRefund } from '#events/booking/paying.ts';
import { completeVisit } from '#events/booking/visiting.ts';
import { dayStream } from '#events/day.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { finaliseForfeiture } from '#events/booking/refilling.ts';
import { addDays } from '#shared/civil-date.ts';
import { ADA, BEN, type Person, books, openTown } from '../accounts/town.ts';
import { openSite } from '../bookings/site.ts';
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

test('a hold is no visit, a full day is one, and a completed visit stays on its day', async () => {
  const { town, ada } = await withAdmin();
  const full = await books(town, town.person(), BEN.email, { claim: 'full' });
  await town.person().browser.holds({ date: addDays(DATE, -1) });
  await wait(town, ada, '2027-03-16T18:00:00-07:00');
  await town.store.change({
    streams: { booking: bookingStream(full) },
    decide: (states) => completeVisit(states, { by: 'a1', now: town.clock.now(), timeZone: 'America/Los_Angeles' }),
    cause: { correlation: 'test' },
  });
  const { body } = await ada.ask('nearVisits');
  expect(body.days[0]?.visits).toMatchObject([{ eventId: full, claim: 'full', state: 'completed' }]);
});

test('only admins see visits and failures', async () => {
  const { town } = await withAdmin();
  const ben = await town.resident(BEN);
  for (const name of ['nearVisits', 'needsAttention'] as const) {
    expect((await ben.ask(name)).status).toBe(403);
    expect((await town.person().ask(name)).status).toBe(401);
  }
});

describe('what needs attention', () => {
  test('is nothing at first', async () => {
    const { ada } = await withAdmin();
    expect((await ada.ask('needsAttention')).body).toEqual({
      writeRefusal: null,
      unrecorded: [],
      unrecordedTotal: 0,
      sender: null,
      backup: null,
      lateMail: null,
      lateWebhooks: null,
      items: [],
      total: 0,
      dismissed: [],
    });
  });

  test('names a sender that reaches no customer', async () => {
    const town = openTown(() =>
      openSite(undefined, { RESEND_API_KEY: 're_1', RESEND_WEBHOOK_SECRET: 'whsec_0123456789' }),
    );
    const ada = await town.resident(ADA);
    const { sender } = (await ada.ask('needsAttention')).body;
    expect(sender).toContain('onboarding@resend.dev reaches only the holder of the Resend account.');
  });

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

  test('a mail that the owner dismissed can be restored', async () => {
    const { town, ada } = await withAdmin();
    const item = await parkMail(town, await books(town, town.person(), BEN.email));
    await ada.call('dismissAttention', { item, reason: 'called' });
    const dismissed = (await ada.ask('needsAttention')).body;
    expect(dismissed).toMatchObject({ items: [], total: 0, dismissed: [{ item: { id: item }, reason: 'called' }] });
    expect(await jobById(town.store.db, Number(item.slice(4)))).toMatchObject({
      dismissedBy: await town.idOf(ADA.email),
    });
    await ada.call('restoreAttention', { item });
    expect((await ada.ask('needsAttention')).body).toMatchObject({ items: [{ id: item }], total: 1, dismissed: [] });
  });

  test('a dismissed mail that is sent again is listed when it is refused again', async () => {
    const { town, ada } = await withAdmin();
    const booking = await books(town, town.person(), BEN.email);
    const item = await parkMail(town, booking);
    await ada.call('dismissAttention', { item, reason: 'called' });
    await ada.call('sendMailAgain', { failure: item });
    await parkMail(town, booking);
    expect((await ada.ask('needsAttention')).body).toMatchObject({ items: [{ id: item }], dismissed: [] });
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
      decide: (states) => recordRefund(states, { kind: 'failed', payment, attempt: 1, reason: 'card closed' }),
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

  test('lists a late cancellation until its time is booked again, or begins', async () => {
    const booked = await withForfeit();
    await books(booked.town, booked.town.person(), 'eve@example.com', { claim: 'am' });
    expect((await listed(booked.ada)).items).toEqual([]);
    const begun = await withForfeit();
    await wait(begun.town, begun.ada, '2027-03-16T12:00:00-07:00');
    expect((await listed(begun.ada)).items).toEqual([]);
    const time = { date: DATE, now: begun.town.clock.now(), timeZone: begun.town.config.timeZone };
    await begun.town.store.change({
      streams: { booking: bookingStream(begun.id), day: dayStream(DATE) },
      decide: (states) => finaliseForfeiture(states, begun.id, time),
      cause: { correlation: 'a test' },
    });
    expect(await listed(begun.ada)).toMatchObject({ items: [], total: 0, dismissed: [] });
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

  test('a settled or unknown item can be neither dismissed nor restored', async () => {
    const { ada, id, item } = await withForfeit();
    await ada.call('refundKeptPayment', { eventId: id });
    for (const gone of [item, 'forfeit-nothing', 'x']) {
      expect(await ada.call('dismissAttention', { item: gone, reason: 'called' })).toMatchObject({
        status: 409,
        refusal: 'already-settled',
      });
      expect(await ada.call('restoreAttention', { item: gone })).toMatchObject({ refusal: 'already-settled' });
    }
  });

  test('without script a refused command leads back to the landing, which says why', async () => {
    const { ada } = await withForfeit();
    const { location, flash } = await ada.post('dismissAttention', { item: 'forfeit-x', reason: 'called' });
    expect(location).toBe('/app/admin');
    expect(flash).toMatchObject({ refusal: 'already-settled' });
  });

  test('only admins dismiss and restore', async () => {
    const { town, item } = await withForfeit();
    const eve = await town.resident({ name: 'Eve Ash', email: 'eve@example.com', password: BEN.password });
    expect((await eve.call('dismissAttention', { item, reason: 'called' })).status).toBe(403);
    expect((await town.person().call('restoreAttention', { item })).status).toBe(401);
  });
});

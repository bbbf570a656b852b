import { describe, expect, test } from 'vitest';
import type { BookingStory } from '#shared/owner/booking-story.ts';
import { ADA, BEN, books, openTown } from '../accounts/town.ts';
import { DATE, MORNING_STARTS } from '../../events/facts.ts';
import { until } from '../workers/run.ts';
import { wait } from './with-admin.ts';

const MINUTE = 60_000;
const DAY_MS = 24 * 3_600_000;
const LONG = { timeout: 20_000 };

/** A town with an admin, and a booked morning. */
async function withBooking() {
  const town = openTown();
  const ada = await town.resident(ADA);
  const id = await books(town, town.person(), BEN.email, { claim: 'am' });
  const story = async (): Promise<BookingStory> => (await ada.ask('bookingStory', { eventId: id })).body;
  return { town, ada, id, story };
}

describe('a booking’s story', () => {
  test('says what was promised, who the customer is, and what was paid', async () => {
    const { story, id, town } = await withBooking();
    const payment = (await town.state(id))?.payments[0]?.payment;
    expect(await story()).toMatchObject({
      eventId: id,
      state: 'confirmed',
      date: DATE,
      claim: 'am',
      area: 'Ojai',
      tasks: ['tv-mounting'],
      priceCents: 29_900,
      freeChangesThrough: '2027-03-14',
      policy: 'two-days-notice',
      customer: { name: 'Ben Ito', email: BEN.email, address: '9 Oak Rd', notes: 'Ring twice' },
      payments: [{ payment, cents: 29_900, currency: 'usd', refund: 'none', refundId: null, failures: 0 }],
      actions: {
        complete: false,
        noShow: false,
        undoUntil: null,
        cancel: { cents: 29_900, reopens: true },
        goodwillCents: null,
      },
    });
  });

  test('lists every event with its position in the log', async () => {
    const { story, id, town } = await withBooking();
    const { lines } = await story();
    expect(lines.map(({ kind }) => kind)).toEqual([
      'SlotHeld',
      'CheckoutOpened',
      'PaymentCaptured',
      'BookingConfirmed',
    ]);
    for (const { position } of lines) expect((await town.store.eventAt(position)).stream).toBe(`booking-${id}`);
  });

  test('keeps nothing of a customer whose data is deleted', async () => {
    const { story, town, ada } = await withBooking();
    const ben = await town.resident(BEN);
    const id = await books(town, ben, BEN.email, { claim: 'pm' });
    await ben.deletes(BEN.password, 'cancel');
    await until(() => town.isCleaned());
    const { body } = await ada.ask('bookingStory', { eventId: id });
    expect(body).toMatchObject({ state: 'cancelled', customer: null });
    expect(JSON.stringify(body)).not.toMatch(/Ben|9 Oak|Ring twice|ben@/);
    expect(body.lines.at(-1)?.kind).toBe('CustomerForgotten');
    expect((await story()).lines).not.toEqual([]);
  });

  test('is refused to other accounts, and for an unknown booking', async () => {
    const { town, ada, id } = await withBooking();
    const eve = await town.resident({ ...ADA, email: 'eve@example.com' });
    expect((await eve.ask('bookingStory', { eventId: id })).status).toBe(403);
    expect((await town.person().ask('bookingStory', { eventId: id })).status).toBe(401);
    expect((await ada.ask('bookingStory', { eventId: 'b0' })).status).toBe(404);
    for (const name of [
      'completeVisit',
      'undoCompletion',
      'recordNoShow',
      'undoNoShow',
      'refundKeptPayment',
    ] as const) {
      expect((await eve.call(name, { eventId: id })).status).toBe(403);
    }
    expect((await eve.call('cancelForCustomer', { eventId: id, date: DATE, claim: 'am' })).status).toBe(403);
    expect((await town.state(id))?.status).toBe('confirmed');
  });
});

describe('the owner', () => {
  test('records that a visit took place, once it has started, with their name', LONG, async () => {
    const { town, ada, id, story } = await withBooking();
    const early = await ada.call('completeVisit', { eventId: id });
    expect(early).toMatchObject({ status: 409, refusal: 'too-early' });
    await wait(town, ada, MORNING_STARTS);
    expect((await story()).actions).toMatchObject({ complete: true, noShow: false });
    const done = await ada.call('completeVisit', { eventId: id });
    expect(done).toMatchObject({ redirect: `/app/admin/bookings/${id}`, notice: 'visit-completed' });
    const { lines, state, actions } = await story();
    expect(state).toBe('completed');
    expect(lines.at(-1)).toMatchObject({ kind: 'VisitCompleted', admin: ADA.name });
    expect(actions).toEqual({
      complete: false,
      noShow: false,
      undoUntil: town.clock.now() + DAY_MS,
      cancel: null,
      correct: false,
      goodwillCents: 29_900,
    });
    const again = await ada.call('completeVisit', { eventId: id });
    expect(again).toMatchObject({ status: 409, refusal: 'not-confirmed' });
    const undone = await ada.call('undoCompletion', { eventId: id });
    expect(undone).toMatchObject({ notice: 'completion-undone' });
    expect(await story()).toMatchObject({ state: 'confirmed', actions: { complete: true, undoUntil: null } });
    const twice = await ada.call('undoCompletion', { eventId: id });
    expect(twice).toMatchObject({ status: 409, refusal: 'not-completed' });
  });

  test('records a no-show and undoes it within a day', LONG, async () => {
    const { town, ada, id, story } = await withBooking();
    await wait(town, ada, MORNING_STARTS + 30 * MINUTE);
    const recorded = await ada.post('recordNoShow', { eventId: id, form: 'recordNoShow' });
    expect(recorded.location).toBe(`/app/admin/bookings/${id}`);
    expect((await story()).actions.undoUntil).toBe(town.clock.now() + DAY_MS);
    await ada.post('undoNoShow', { eventId: id, form: 'undoNoShow' });
    const { lines, state } = await story();
    expect(state).toBe('confirmed');
    expect(lines.slice(-2).map(({ kind, admin }) => [kind, admin])).toEqual([
      ['NoShowRecorded', ADA.name],
      ['NoShowUndone', ADA.name],
    ]);
    await ada.post('recordNoShow', { eventId: id, form: 'recordNoShow' });
    await wait(town, ada, town.clock.now() + DAY_MS);
    expect((await story()).actions.undoUntil).toBeNull();
    const late = await ada.post('undoNoShow', { eventId: id, form: 'undoNoShow' });
    expect(late).toMatchObject({ location: `/app/admin/bookings/${id}`, flash: { refusal: 'too-late' } });
  });

  test('cancels a visit where they saw it, with a full refund', async () => {
    const { town, ada, id, story } = await withBooking();
    const elsewhere = await ada.call('cancelForCustomer', { eventId: id, date: DATE, claim: 'pm' });
    expect(elsewhere).toMatchObject({ status: 409, refusal: 'plans-changed' });
    expect((await town.state(id))?.status).toBe('confirmed');
    const done = await ada.call('cancelForCustomer', { eventId: id, date: DATE, claim: 'am' });
    expect(done).toMatchObject({ notice: 'visit-canceled-by-owner' });
    const { lines, payments } = await story();
    expect(lines.slice(4, 6)).toMatchObject([
      { kind: 'BookingCancelled', by: 'owner', admin: ADA.name },
      { kind: 'RefundRequested', reason: 'cancelled-by-owner' },
    ]);
    expect(payments[0]?.refund).not.toBe('none');
    await town.mailTo(BEN.email, '(we had to cancel)');
    const again = await ada.call('cancelForCustomer', { eventId: id, date: DATE, claim: 'am' });
    expect(again).toMatchObject({ status: 409, refusal: 'not-confirmed' });
  });

  test.each(['completeVisit', 'recordNoShow'] as const)('refunds a visit once after %s', LONG, async (recording) => {
    const { town, ada, id, story } = await withBooking();
    await wait(town, ada, MORNING_STARTS + 30 * MINUTE);
    await ada.call(recording, { eventId: id });
    const recorded = await story();
    expect(recorded.actions).toMatchObject({ goodwillCents: 29_900, undoUntil: town.clock.now() + DAY_MS });
    const done = await ada.call('refundKeptPayment', { eventId: id });
    expect(done).toMatchObject({ notice: 'kept-payment-refunded' });
    await town.mailTo(BEN.email, 'You get your $299 back');
    const { lines, state, actions, payments } = await story();
    expect(state).toBe(recorded.state);
    expect(actions).toMatchObject({ goodwillCents: null, undoUntil: null });
    expect(payments[0]).toMatchObject({ refundReason: 'after-visit' });
    expect(lines.find(({ kind }) => kind === 'RefundRequested')).toMatchObject({
      reason: 'after-visit',
      admin: ADA.name,
    });
    expect(await ada.call('refundKeptPayment', { eventId: id })).toMatchObject({ refusal: 'not-forfeited' });
    const undo = recording === 'completeVisit' ? 'undoCompletion' : 'undoNoShow';
    expect(await ada.call(undo, { eventId: id })).toMatchObject({ refusal: 'already-refunded' });
  });
});

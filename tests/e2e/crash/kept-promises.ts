/** What must hold once servers were killed under load, whichever engine they use. */
import { expect, test } from 'vitest';
import { type BookingEvent, type BookingEventOf, bookingOf } from '#events/booking/booking.ts';
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { PUBLIC_CAUSES, type PublicCause, messageAbout } from '#server/bookings/webhooks/public-events.ts';
import { unitsOf } from '#shared/booking/session-type.ts';
import { type Evidence, ownersOfUnits, type servedAndRebuilt } from './evidence.ts';
import type { Load } from './load.ts';
import type { Wish } from './visitors.ts';

/** What servers acknowledged, and what is found afterward. */
export interface Aftermath extends Pick<Load, 'visitors' | 'members' | 'lockedOut' | 'mail' | 'svix'> {
  readonly kills: number;
  /** What was wrong with the history after each kill. */
  readonly damaged: readonly Evidence['chain']['bad'][];
  readonly evidence: Evidence;
  /** Whether machines stood still: such a one finishes requests later, whose visitors another machine may have refused meanwhile. */
  readonly stoodStill: boolean;
  readonly servedAndRebuilt: () => ReturnType<typeof servedAndRebuilt>;
}

type EventOf<Type extends DomainEvent['type']> = Recorded<Extract<DomainEvent, { type: Type }>>;
type Published = Recorded<BookingEventOf<PublicCause>>;

function ofType<Type extends DomainEvent['type']>(events: readonly Recorded<DomainEvent>[], type: Type) {
  return events.filter((event): event is EventOf<Type> => event.type === type);
}

function isPublished(event: Recorded<DomainEvent>): event is Published {
  return (PUBLIC_CAUSES as readonly string[]).includes(event.type);
}

const checkoutsOf = (acknowledged: readonly { readonly checkout: string }[]) =>
  acknowledged.map(({ checkout }) => checkout);

/** Defines the tests. `aftermath` is called in each. */
export function testKeptPromises(aftermath: () => Aftermath): void {
  test('was under load all the time, and visitors competed for slots', () => {
    const { visitors, svix, mail, members, kills } = aftermath();
    const { promises } = visitors;
    // A slow machine answers few requests between two kills, but at least one.
    expect(promises.held.length).toBeGreaterThan(kills);
    expect(promises.paid.length).toBeGreaterThan(kills / 2);
    for (const some of [promises.refused, promises.cancelled, members.signedIn]) expect(some).not.toEqual([]);
    expect(mail.asked).toBeGreaterThan(mail.accepted.length);
    expect(svix.asked.some(({ path }) => path.endsWith('/resend'))).toBe(true);
  });

  test('has every acknowledged booking exactly once, with its customer and time', () => {
    const { evidence, visitors } = aftermath();
    const { promises } = visitors;
    const byName = Map.groupBy(ofType(evidence.events, 'SlotHeld'), (event) => event.data.personal!.name);
    const bookingOfCheckout = new Map(
      ofType(evidence.events, 'CheckoutOpened').map((event) => [event.data.checkout, event.stream]),
    );
    const recorded = ({ name }: Wish, checkout: string) =>
      (byName.get(name) ?? []).map(({ stream, data }) => ({
        date: data.date,
        units: data.units,
        hasItsCheckout: bookingOfCheckout.get(checkout) === stream,
      }));
    const asked = ({ date, claim }: Wish) => [{ date, units: unitsOf(claim), hasItsCheckout: true }];
    expect(promises.held.map(({ wish, checkout }) => recorded(wish, checkout))).toEqual(
      promises.held.map(({ wish }) => asked(wish)),
    );
  });

  test('has no booking twice, acknowledged or not, and none that it refused', () => {
    const { evidence, visitors, stoodStill } = aftermath();
    const holds = ofType(evidence.events, 'SlotHeld').map(({ at, data }) => ({ name: data.personal!.name, at }));
    const heldAt = new Map(holds.map(({ name, at }) => [name, at]));
    expect(holds).toHaveLength(heldAt.size);
    const isWrong = ({ wish, at }: { wish: { name: string }; at: number }) => {
      const since = heldAt.get(wish.name);
      return since !== undefined && (!stoodStill || since <= at);
    };
    expect(visitors.promises.refused.filter(isWrong)).toEqual([]);
  });

  test('sold no unit twice', () => {
    const { evidence } = aftermath();
    expect(ownersOfUnits(evidence.events)).toEqual(evidence.soldUnits);
  });

  test('opened one checkout for each booking, and recorded each payment once and each confirmation that visitors saw', () => {
    const { evidence, visitors } = aftermath();
    const { promises } = visitors;
    expect(new Set(evidence.checkouts.map(({ booking }) => booking)).size).toBe(evidence.checkouts.length);
    const captured = ofType(evidence.events, 'PaymentCaptured').map(({ data }) => data);
    const said = ({ payment, checkout }: { payment: string; checkout: string }) => `${payment} at ${checkout}`;
    const taken = evidence.taken.map(({ id: payment, checkout }) => said({ payment, checkout }));
    expect(captured.map(said).toSorted()).toEqual(taken.toSorted());
    const paid = new Set(checkoutsOf(captured));
    const acknowledged = [...checkoutsOf(promises.paid), ...checkoutsOf(promises.confirmed)];
    expect(acknowledged.filter((checkout) => !paid.has(checkout))).toEqual([]);
    const confirmed = new Set(ofType(evidence.events, 'BookingConfirmed').map((event) => bookingOf(event.stream)));
    const bookings = ofType(evidence.events, 'CheckoutOpened').filter(({ data }) => paid.has(data.checkout));
    expect(bookings.filter((event) => !confirmed.has(bookingOf(event.stream)))).toEqual([]);
  });

  test('refunded every second payment and every cancelled visit, each once and under one key', () => {
    const { evidence, visitors } = aftermath();
    const { promises } = visitors;
    const cancelled = ofType(evidence.events, 'BookingCancelled').map(({ stream }) => stream);
    expect(cancelled).toHaveLength(new Set(cancelled).size);
    const streamOf = new Map(
      ofType(evidence.events, 'CheckoutOpened').map(({ data, stream }) => [data.checkout, stream]),
    );
    const lost = checkoutsOf(promises.cancelled).filter((each) => !cancelled.includes(streamOf.get(each) ?? ''));
    expect(lost).toEqual([]);
    const captured = Map.groupBy(ofType(evidence.events, 'PaymentCaptured'), (event) => event.stream);
    const due = [...captured].flatMap(([stream, payments]) => payments.slice(cancelled.includes(stream) ? 0 : 1));
    expect(due.length).toBeGreaterThan(cancelled.length);
    expect(evidence.returned.map(({ payment }) => payment)).toEqual(due.map(({ data }) => data.payment).toSorted());
    const recorded = ofType(evidence.events, 'RefundSucceeded').map(({ data }) => `${data.refund} of ${data.payment}`);
    expect(recorded.toSorted()).toEqual(evidence.returned.map(({ id, payment }) => `${id} of ${payment}`).toSorted());
  });

  test('moved each visit to where its visitor was told', () => {
    const { evidence, visitors } = aftermath();
    const { promises } = visitors;
    const streamOf = new Map(
      ofType(evidence.events, 'CheckoutOpened').map(({ data, stream }) => [data.checkout, stream]),
    );
    const moves = ofType(evidence.events, 'BookingRescheduled').map(
      ({ stream, data: { date, units } }) => `${stream} to ${date} ${units.join()}`,
    );
    const told = promises.moved.map(
      ({ checkout, to }) => `${streamOf.get(checkout)} to ${to.date} ${unitsOf(to.claim).join()}`,
    );
    expect(told).not.toEqual([]);
    expect(told.filter((each) => !moves.includes(each))).toEqual([]);
    expect(moves).toHaveLength(new Set(moves).size);
  });

  test('has every acknowledged account once, and its members can sign in', () => {
    const { evidence, members, lockedOut } = aftermath();
    const addresses = ofType(evidence.events, 'AccountRegistered').map(({ data }) => data.personal!.email);
    expect(addresses).toHaveLength(new Set(addresses).size);
    expect(members.registered.filter(({ email }) => !addresses.includes(email))).toEqual([]);
    expect(members.registered.filter(({ isConfirmed }) => !isConfirmed)).toEqual([]);
    expect(lockedOut).toEqual([]);
  });

  test('sent one mail to each party about each event, under one key', () => {
    const { evidence, mail } = aftermath();
    const about = mail.accepted.map((each) => each.about);
    expect(about).toHaveLength(new Set(about).size);
    const expected = evidence.events.flatMap(({ id, type }) => {
      if (type === 'BookingConfirmed' || type === 'BookingCancelled') return [`${id} customer`, `${id} owner`];
      return type === 'AccountRegistered' ? [`${id} owner`] : [];
    });
    expect(expected.filter((each) => !about.includes(each))).toEqual([]);
  });

  test('published each public event once, under one key, in the order of its booking, and as the log has it', () => {
    const { evidence, svix } = aftermath();
    const published = evidence.events.filter(isPublished);
    const { messages, asked } = svix;
    expect(messages.map(({ eventId }) => eventId).toSorted()).toEqual(published.map(({ id }) => id).toSorted());
    const creations = asked.filter(({ path }) => path.includes('/msg?'));
    expect(creations.filter(({ key, body }) => key !== (body as { eventId: string }).eventId)).toEqual([]);
    expect(messages.filter(({ deliveries }) => deliveries.length === 0)).toEqual([]);
    const streams = Map.groupBy(evidence.events as readonly Recorded<BookingEvent>[], ({ stream }) => stream);
    const said = (event: Published) => messageAbout(event, streams.get(event.stream) ?? [], { sendsCustomer: true });
    const byBooking = Map.groupBy(
      messages.map(({ payload }) => payload as { data: { bookingId: string } }),
      ({ data }) => data.bookingId,
    );
    for (const [stream, events] of Map.groupBy(published, (event) => event.stream))
      expect(byBooking.get(bookingOf(stream))).toEqual(events.map((event) => said(event).payload));
  });

  test('had a valid hash chain after each kill, and has no gap in its positions', () => {
    const { evidence, damaged } = aftermath();
    expect(new Set(damaged)).toEqual(new Set([null]));
    expect(evidence.chain.bad).toBeNull();
    expect(evidence.chain.events).toBe(evidence.events.length);
    expect(evidence.events.map((event) => event.position)).toEqual(evidence.events.map((_, index) => index + 1));
  });

  test('serves the same rows as a rebuild', async () => {
    const { evidence, servedAndRebuilt } = aftermath();
    const { served, rebuilt } = await servedAndRebuilt();
    expect(served.bookings).toHaveLength(ofType(evidence.events, 'SlotHeld').length);
    expect(served).toEqual(rebuilt);
  });
}

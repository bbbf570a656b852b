import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ProjectionName, projections } from '#db/projections/index.ts';
import { bookingOf } from '#events/booking/booking.ts';
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { addDays, type CivilDate } from '#shared/civil-date.ts';
import { unitsOf } from '#shared/booking/session-type.ts';
import { type Evidence, gather, ownersOfUnits, refundsUnderWay, servedAndRebuilt } from './crash/evidence.ts';
import { killUnderLoad } from './crash/kill.ts';
import { Visitors, type Wish } from './crash/visitors.ts';
import { startServer } from './server.ts';
import { PATIENCE_MS } from '#tests/patience.ts';
import { IS_THOROUGH } from '#tests/thorough.ts';

/** `npm run test:faults` kills it more often. */
const KILLS = IS_THOROUGH ? 120 : 12;

type EventOf<Type extends DomainEvent['type']> = Recorded<Extract<DomainEvent, { type: Type }>>;

function ofType<Type extends DomainEvent['type']>(events: readonly Recorded<DomainEvent>[], type: Type) {
  return events.filter((event): event is EventOf<Type> => event.type === type);
}

describe(`a server killed ${KILLS} times under load`, () => {
  let folder: string;
  let evidence: Evidence;
  const visitors = new Visitors(addDays(new Date().toISOString().slice(0, 10) as CivilDate, 3));
  const { promises } = visitors;

  const start = () =>
    startServer({ DATA_FOLDER: folder, BOOKING_WINDOW_DAYS: '73000', LOG_LEVEL: 'warn', RATE_LIMIT: '0' });

  /** All paying visitors return, so that the server records every payment, and makes all refunds. */
  async function settle(): Promise<void> {
    const server = await start();
    for (const checkout of visitors.payers) await visitors.comeBack(server.origin, checkout);
    await vi.waitFor(() => expect(refundsUnderWay(folder)).toBe(0), { timeout: PATIENCE_MS, interval: 50 });
    await server.stop();
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'halfday-crash-'));
    for (let kills = 0; kills < KILLS; kills++) await killUnderLoad(start, visitors);
    await settle();
    evidence = gather(folder);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('was under load all the time, and visitors competed for slots', () => {
    // A slow machine answers few requests between two kills, but at least one.
    expect(promises.held.length).toBeGreaterThan(KILLS);
    expect(promises.paid.length).toBeGreaterThan(KILLS / 2);
    expect(promises.refused.length).toBeGreaterThan(0);
  });

  test('has every acknowledged booking exactly once, with its customer and time', () => {
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
    const names = ofType(evidence.events, 'SlotHeld').map((event) => event.data.personal!.name);
    const refused = new Set(promises.refused.map((wish) => wish.name));
    expect(names).toHaveLength(new Set(names).size);
    expect(names.filter((name) => refused.has(name))).toEqual([]);
  });

  test('sold no unit twice', () => {
    expect(ownersOfUnits(evidence.events)).toEqual(evidence.soldUnits);
  });

  test('recorded every payment exactly once, and every confirmation that visitors saw', () => {
    const captured = ofType(evidence.events, 'PaymentCaptured').map(({ data }) => data);
    const said = ({ payment, checkout }: { payment: string; checkout: string }) => `${payment} at ${checkout}`;
    const taken = evidence.taken.map(({ id: payment, checkout }) => said({ payment, checkout }));
    expect(captured.map(said).toSorted()).toEqual(taken.toSorted());
    const paid = new Set(captured.map(({ checkout }) => checkout));
    expect(promises.paid.filter((checkout) => !paid.has(checkout))).toEqual([]);
    const confirmed = new Set(ofType(evidence.events, 'BookingConfirmed').map((event) => bookingOf(event.stream)));
    const bookings = ofType(evidence.events, 'CheckoutOpened').filter(({ data }) => paid.has(data.checkout));
    expect(bookings.filter((event) => !confirmed.has(bookingOf(event.stream)))).toEqual([]);
    expect(promises.confirmed.filter((checkout) => !paid.has(checkout))).toEqual([]);
  });

  test('refunded every second payment of a booking, once', () => {
    const captured = Map.groupBy(ofType(evidence.events, 'PaymentCaptured'), (event) => event.stream);
    const surplus = [...captured.values()].flatMap((payments) => payments.slice(1)).map(({ data }) => data.payment);
    const recorded = ofType(evidence.events, 'RefundSucceeded').map(({ data }) => `${data.refund} of ${data.payment}`);
    const returned = evidence.returned.map(({ id, payment }) => `${id} of ${payment}`);
    expect(surplus.length).toBeGreaterThan(0);
    expect(evidence.returned.map(({ payment }) => payment)).toEqual(surplus.toSorted());
    expect(recorded.toSorted()).toEqual(returned.toSorted());
  });

  test('has a valid hash chain, and positions without a gap', () => {
    expect(evidence.chain.bad).toBeNull();
    expect(evidence.chain.events).toBe(evidence.events.length);
    expect(evidence.events.map((event) => event.position)).toEqual(evidence.events.map((_, index) => index + 1));
  });

  test.each(Object.keys(projections) as ProjectionName[])('serves the same %s as a rebuild', async (name) => {
    const { served, rebuilt } = await servedAndRebuilt(folder, name);
    expect(served).toEqual(rebuilt);
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type BookingEvent, type BookingEventOf, bookingOf } from '#events/booking/booking.ts';
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { PUBLIC_CAUSES, type PublicCause, messageAbout } from '#server/bookings/webhooks/public-events.ts';
import { type CivilDate, addDays } from '#shared/civil-date.ts';
import { PATIENCE_MS } from '#tests/patience.ts';
import { IS_THOROUGH } from '#tests/thorough.ts';
import type { Asked, Fault, SvixFake } from '../server/outside/webhooks/svix-fake.ts';
import { startSvix } from '../server/outside/webhooks/svix-server.ts';
import { gather } from './crash/evidence.ts';
import { killUnderLoad } from './crash/kill.ts';
import { Visitors } from './crash/visitors.ts';
import { startServer } from './server.ts';

/** `npm run test:faults` kills it more often. */
const KILLS = IS_THOROUGH ? 60 : 12;

const FAULTS: readonly Fault[] = [
  'reset',
  'reset-after',
  'hang',
  'hang-after',
  'not-queued',
  { page: 429 },
  { status: 429, headers: { 'retry-after': '1' } },
  { status: 503 },
  { page: 502 },
];

/** Every third request for a new message makes one of the faults due, in turn. */
function troubled(svix: SvixFake): (asked: Asked) => Fault | null {
  let requests = 0;
  const due: Fault[] = [];
  return ({ path, body }) => {
    if (!path.includes('/msg?')) return null;
    requests += 1;
    if (requests % 3 === 0) due.push(FAULTS[(requests / 3) % FAULTS.length]!);
    const { eventId } = body as { eventId: string };
    const isStored = svix.messages.some((message) => message.eventId === eventId);
    // What is there already cannot be stored without being queued: that fault waits for a new message.
    const next = due.findIndex((fault) => fault !== 'not-queued' || !isStored);
    return next < 0 ? null : (due.splice(next, 1)[0] ?? null);
  };
}

type Published = Recorded<BookingEventOf<PublicCause>>;

function isPublished(event: Recorded<DomainEvent>): event is Published {
  return (PUBLIC_CAUSES as readonly string[]).includes(event.type);
}

describe(`a server that publishes to a troubled Svix, killed ${KILLS} times under load`, () => {
  let folder: string;
  let svix: Awaited<ReturnType<typeof startSvix>>;
  let events: readonly Recorded<DomainEvent>[];
  const visitors = new Visitors(addDays(new Date().toISOString().slice(0, 10) as CivilDate, 3));

  const start = () =>
    startServer({
      DATA_FOLDER: folder,
      BOOKING_WINDOW_DAYS: '73000',
      LOG_LEVEL: 'error',
      RATE_LIMIT: '0',
      SVIX_TOKEN: 'testsk_0123456789',
      SVIX_SERVER_URL: svix.url,
    });

  /** Svix recovers; all payers return, and everything is published. */
  async function settle(): Promise<void> {
    svix.fake.fault = () => null;
    const server = await start();
    for (const checkout of visitors.payers) await visitors.comeBack(server.origin, checkout);
    await vi.waitFor(() => expect(gather(folder).events.filter(isPublished)).toHaveLength(svix.fake.messages.length), {
      timeout: PATIENCE_MS,
      interval: 200,
    });
    await server.stop();
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'halfday-webhooks-'));
    svix = await startSvix();
    svix.fake.fault = troubled(svix.fake);
    for (let kills = 0; kills < KILLS; kills++) {
      await killUnderLoad(start, visitors);
      // Its idempotency keys live for twelve hours only.
      if (kills % 3 === 2) svix.fake.forgetKeys();
    }
    await settle();
    events = gather(folder).events;
  });

  afterAll(async () => {
    await svix.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('was under load, and Svix in trouble, all the time', () => {
    const creations = svix.fake.asked.filter(({ path }) => path.includes('/msg?'));
    expect(visitors.promises.paid.length).toBeGreaterThan(KILLS / 2);
    // Each start publishes at least something.
    expect(creations.length).toBeGreaterThan(KILLS);
    expect(svix.fake.asked.some(({ path }) => path.endsWith('/resend'))).toBe(true);
  });

  test('has published every public event exactly once, with one idempotency key, in the order of its booking', () => {
    const published = events.filter(isPublished);
    expect(published.length).toBeGreaterThan(KILLS / 2);
    expect(svix.fake.messages.map(({ eventId }) => eventId).toSorted()).toEqual(
      published.map(({ id }) => id).toSorted(),
    );
    const creations = svix.fake.asked.filter(({ path }) => path.includes('/msg?'));
    expect(creations.filter(({ key, body }) => key !== (body as { eventId: string }).eventId)).toEqual([]);
    const sent = Map.groupBy(
      svix.fake.messages,
      ({ payload }) => (payload as { data: { bookingId: string } }).data.bookingId,
    );
    for (const [id, messages] of sent) {
      const ofBooking = published.filter(({ stream }) => bookingOf(stream) === id);
      expect(messages.map(({ eventId }) => eventId)).toEqual(ofBooking.map((event) => event.id));
    }
  });

  test('has delivered each message, also those that Svix had stored without queueing them', () => {
    expect(svix.fake.messages.filter(({ deliveries }) => deliveries.length === 0)).toEqual([]);
  });

  test('has said of each event what the log says of it', () => {
    const streams = Map.groupBy(events as readonly Recorded<BookingEvent>[], ({ stream }) => stream);
    const said = (event: Published) =>
      messageAbout(event, streams.get(event.stream) ?? [], { sendsCustomer: true }).payload;
    const byId = new Map(svix.fake.messages.map(({ eventId, payload }) => [eventId, payload]));
    for (const event of events.filter(isPublished)) expect(byId.get(event.id)).toEqual(said(event));
  });

  test('has refused no booking because of that', () => {
    const confirmed = new Set(
      events.filter(({ type }) => type === 'BookingConfirmed').map(({ stream }) => bookingOf(stream)),
    );
    const opened = events.filter((event) => event.type === 'CheckoutOpened');
    const paid = opened.filter(({ data }) => visitors.promises.paid.includes(data.checkout));
    expect(paid.filter(({ stream }) => !confirmed.has(bookingOf(stream)))).toEqual([]);
  });
});

import { describe, expect, test, vi } from 'vitest';
import { parkedJobs } from '#db/queries/jobs.ts';
import { webhook, webhookEventTypes } from '#server/bookings/jobs/webhooks.ts';
import { payment, refundRequested } from '../../../events/facts.ts';
import type { Fault } from '../../outside/webhooks/svix-fake.ts';
import { run, until } from '../../workers/run.ts';
import { EVENT_TYPES } from '#server/bookings/webhooks/public-events.ts';
import { all, attempts, books, eventIdOf, isDone, record, svixShop, waiting } from './svix-shop.ts';

const svix = svixShop();
const CANCELLED = { type: 'BookingCancelled', data: { by: 'customer' } } as const;

test('public events are published once each, in log order; others are not', async () => {
  const site = svix.open();
  run(site, webhook);
  const id = await books(site);
  await record(site, id, { type: 'LinksRequested', data: { askedAt: 1 } });
  await record(
    site,
    id,
    { type: 'BookingCancelled', data: { by: 'owner' } },
    refundRequested(
      payment('am', { payment: (await site.state(id))?.payments[0]?.payment ?? '' }),
      'cancelled-by-owner',
    ),
  );
  await until(() => isDone(site));
  expect(svix.published()).toEqual(['booking.confirmed', 'booking.cancelled']);
  const recorded = all(site, 'BookingConfirmed', 'BookingCancelled');
  expect(svix.creations().map(({ key, body }) => [key, (body as { eventId: string }).eventId])).toEqual(
    recorded.map((event) => [event.id, event.id]),
  );
  expect(svix.fake.messages.map(({ payload }) => payload)).toMatchObject(
    recorded.map(({ revision, at }) => ({ timestamp: new Date(at).toISOString(), data: { bookingId: id, revision } })),
  );
});

test('one message about each booking is in flight at a time, in log order', async () => {
  const site = svix.open();
  const running = new Set<string>();
  let overtakes = 0;
  const handle = svix.fake.handle.bind(svix.fake);
  vi.spyOn(svix.fake, 'handle').mockImplementation(async (request) => {
    const { bookingId } = ((await request.clone().json()) as { payload: { data: { bookingId: string } } }).payload.data;
    if (running.has(bookingId)) overtakes += 1;
    running.add(bookingId);
    await new Promise(setImmediate);
    const reply = await handle(request);
    running.delete(bookingId);
    return reply;
  });
  for (const day of [0, 1, 2]) await record(site, await books(site, day), CANCELLED);
  run(site, webhook);
  await until(() => isDone(site));
  expect(overtakes).toBe(0);
  const byBooking = Map.groupBy(
    svix.fake.messages,
    ({ payload }) => (payload as { data: { bookingId: string } }).data.bookingId,
  );
  expect([...byBooking.values()].map((each) => each.map(({ eventType }) => eventType))).toEqual(
    Array.from({ length: 3 }, () => ['booking.confirmed', 'booking.cancelled']),
  );
});

describe('a provider that fails', () => {
  test.each<[string, Fault]>([
    ['503', { status: 503 }],
    ['no response', 'hang'],
    ['a wrong token', { status: 401, code: 'authentication_failed' }],
  ])('%s: nothing is lost, skipped or overtaken, and all goes out afterwards', async (_, fault) => {
    const site = svix.open({}, 50);
    svix.creationsFail(() => fault);
    run(site, webhook);
    await record(site, await books(site, 0), CANCELLED);
    await books(site, 1);
    await attempts(site, async () => ((await waiting(site))[0]?.attempts ?? 0) >= 3);
    const [first, second] = all(site, 'BookingConfirmed');
    expect(new Set(svix.creations().map(eventIdOf))).toEqual(new Set([first?.id, second?.id]));
    svix.fake.fault = () => null;
    await attempts(site, () => isDone(site));
    expect(svix.published().toSorted()).toEqual(['booking.cancelled', 'booking.confirmed', 'booking.confirmed']);
    const ofFirst = svix.fake.messages.filter(({ eventId }) => eventId !== second?.id);
    expect(ofFirst.map(({ eventType }) => eventType)).toEqual(['booking.confirmed', 'booking.cancelled']);
    expect(await parkedJobs(site.store.db, 1)).toMatchObject({ total: 0 });
  });
});

describe('a restart', () => {
  test('after a crash between publishing and recording publishes the same message again, which exists once', async () => {
    const site = svix.open();
    await books(site);
    svix.creationsFail(() => 'hang-after');
    const { stop } = run(site, webhook);
    await until(() => svix.fake.messages.length === 1);
    await stop();
    svix.fake.fault = () => null;
    run(site, webhook);
    await until(() => isDone(site));
    const [one, two] = svix.creations();
    expect(two).toEqual(one);
    expect(svix.fake.messages).toMatchObject([{ deliveries: ['ep_1'] }]);
  });
});

test('the event types are registered at a start, again and again until the provider accepts them', async () => {
  const site = svix.open();
  svix.fake.applications.clear();
  let failures = 0;
  svix.fake.fault = ({ method }) => (method === 'PUT' && failures++ < 8 ? { status: 500 } : null);
  run(site, webhookEventTypes);
  await attempts(site, () => svix.fake.eventTypes.size === EVENT_TYPES.length);
  expect([...svix.fake.eventTypes.keys()]).toContain('booking.no_show');
  expect(svix.fake.applications.get('bookings')).toBe('Halfday Handyman');
});

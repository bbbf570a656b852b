import { describe, expect, test, vi } from 'vitest';
import { parkedJobs } from '#db/queries/jobs.ts';
import { webhook, webhookEventTypes } from '#server/bookings/jobs/webhooks.ts';
import { NO_WEBHOOKS } from '#server/outside/webhooks/port.ts';
import { hastenWebhooks } from '#server/owner/parked-jobs.ts';
import { forget } from '../../../db/changes.ts';
import { NOW, payment, refundRequested } from '../../../events/facts.ts';
import type { Fault } from '../../outside/webhooks/svix-fake.ts';
import { jobs, pass, run, until } from '../../workers/run.ts';
import { HOUR, MINUTE } from '../site.ts';
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

test('without the setting no personal data leaves the site', async () => {
  const site = svix.open({ WEBHOOK_CUSTOMER_DATA: 'false' });
  run(site, webhook);
  await books(site);
  await until(() => isDone(site));
  expect(svix.fake.messages[0]?.payload).toMatchObject({ data: { customer: { status: 'withheld' } } });
  expect(JSON.stringify(svix.fake.asked)).not.toContain('guest0@');
});

test('a customer who was deleted before the message went out is sent as such', async () => {
  const site = svix.open();
  const id = await books(site);
  await site.store.change(forget(id));
  run(site, webhook);
  await until(() => isDone(site));
  expect(svix.fake.messages[0]?.payload).toMatchObject({ data: { customer: { status: 'deleted' } } });
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
    ['429 in HTML', { page: 429 }],
    ['503', { status: 503 }],
    ['a connection that is reset', 'reset'],
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

  test('is retried ever more rarely', async () => {
    const site = svix.open();
    svix.creationsFail(() => ({ page: 429 }));
    run(site, webhook);
    await books(site);
    await until(() => svix.creations().length > 0);
    await pass(site, 2 * HOUR, () => site.clock.now() >= NOW + HOUR);
    expect(svix.creations().length).toBeLessThan(20);
  });

  test('gets no request for as long as Retry-After says', async () => {
    const site = svix.open();
    svix.creationsFail(() =>
      svix.creations().length === 1 ? { status: 429, headers: { 'retry-after': '60' } } : null,
    );
    run(site, webhook);
    await books(site);
    await until(async () => ((await waiting(site))[0]?.attempts ?? 0) === 1);
    await site.clock.idle();
    site.clock.advance(MINUTE - 1);
    await site.clock.idle();
    expect(svix.creations()).toHaveLength(1);
    await pass(site, MINUTE, () => isDone(site));
    expect(svix.published()).toEqual(['booking.confirmed']);
  });

  test('that never responds delays no booking', async () => {
    const site = svix.open({}, 60_000);
    svix.fake.fault = () => 'hang';
    const { stop } = run(site, webhook);
    await books(site, 0);
    await until(() => svix.creations().length === 1);
    const start = performance.now();
    await books(site, 1);
    await books(site, 2);
    // Far less than the timeout of the request that hangs meanwhile.
    expect(performance.now() - start).toBeLessThan(30_000);
    await until(() => svix.creations().length === 2);
    await stop();
  });

  test('that has stored a message without queueing it gets it resent', async () => {
    const site = svix.open();
    svix.creationsFail(() => (svix.fake.messages.length === 0 ? 'not-queued' : null));
    run(site, webhook);
    await books(site);
    await until(() => isDone(site));
    expect(svix.fake.messages).toMatchObject([{ deliveries: ['ep_1'] }]);
  });

  test('that fails on one message for hours delays only later ones about its booking', async () => {
    const site = svix.open();
    run(site, webhook);
    const first = await books(site, 0);
    await until(() => isDone(site));
    svix.creationsFail(({ body }) => (JSON.stringify(body).includes(first) ? { status: 500 } : null));
    await record(site, first, CANCELLED);
    await attempts(site, async () => ((await waiting(site))[0]?.attempts ?? 0) >= 5);
    await books(site, 1);
    await attempts(site, async () => svix.published().length === 2 && (await waiting(site)).length === 1);
    expect(await waiting(site)).toMatchObject([{ orderKey: first }]);
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

  test('attempts a message that waits at once, because a wrong setting is corrected by it', async () => {
    const site = svix.open();
    svix.creationsFail(() => ({ status: 401 }));
    const { stop } = run(site, jobs(webhook, webhookEventTypes));
    await books(site);
    await attempts(site, async () => ((await waiting(site))[0]?.attempts ?? 0) >= 8);
    await stop();
    svix.fake.fault = () => null;
    run(site, jobs(webhook, webhookEventTypes));
    await pass(site, MINUTE, () => isDone(site));
    expect(svix.published()).toEqual(['booking.confirmed']);
  });

  test('with a provider publishes nothing of the time without one', async () => {
    const site = svix.open();
    const { stop } = run({ ...site, webhooks: NO_WEBHOOKS }, webhook);
    await books(site);
    await until(() => isDone(site));
    await stop();
    run(site, webhook);
    await books(site, 1);
    await until(() => isDone(site));
    expect(svix.fake.messages.map(({ eventId }) => eventId)).toEqual([all(site, 'BookingConfirmed')[1]?.id]);
  });
});

test('the owner has failed messages attempted at once', async () => {
  const site = svix.open();
  svix.creationsFail(() => ({ status: 503 }));
  run(site, webhook);
  await books(site);
  await attempts(site, async () => ((await waiting(site))[0]?.attempts ?? 0) >= 8);
  svix.fake.fault = () => null;
  await hastenWebhooks(site);
  await pass(site, MINUTE, () => isDone(site));
  expect(svix.published()).toEqual(['booking.confirmed']);
  await expect(hastenWebhooks(site)).rejects.toMatchObject({ refusal: 'already-settled' });
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

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { publisher } from '#server/bookings/workers/publisher.ts';
import { webhookEventTypes } from '#server/bookings/workers/webhook-event-types.ts';
import { NO_WEBHOOKS } from '#server/outside/webhooks/port.ts';
import { hastenWebhooks } from '#server/owner/late-webhooks.ts';
import { webhookLag } from '#server/owner/webhook-lag.ts';
import { NOW, payment, refundRequested } from '../../../events/facts.ts';
import type { Fault } from '../../outside/webhooks/svix-fake.ts';
import { pass, run, until } from '../../workers/run.ts';
import { HOUR, MINUTE } from '../site.ts';
import { EVENT_TYPES } from '#server/bookings/webhooks/public-events.ts';
import { CAUSE, all, attempts, books, eventIdOf, isDone, record, svixShop } from './svix-shop.ts';

const svix = svixShop();

test('public events are published once each, in log order; others are not', async () => {
  const site = svix.open();
  run(site, publisher);
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
  run(site, publisher);
  await books(site);
  await until(() => isDone(site));
  expect(svix.fake.messages[0]?.payload).toMatchObject({ data: { customer: { status: 'withheld' } } });
  expect(JSON.stringify(svix.fake.asked)).not.toContain('guest0@');
});

test('a customer who was deleted before the message went out is sent as such', async () => {
  const site = svix.open();
  const id = await books(site);
  site.store.forget([(await site.state(id))?.person ?? '']);
  run(site, publisher);
  await until(() => isDone(site));
  expect(svix.fake.messages[0]?.payload).toMatchObject({ data: { customer: { status: 'deleted' } } });
});

test('one message is in flight at a time', async () => {
  const site = svix.open();
  let running = 0;
  let most = 0;
  const handle = svix.fake.handle.bind(svix.fake);
  vi.spyOn(svix.fake, 'handle').mockImplementation(async (request) => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    const reply = await handle(request);
    running -= 1;
    return reply;
  });
  for (const day of [0, 1, 2, 3]) await books(site, day);
  run(site, publisher);
  await until(() => isDone(site));
  expect([most, svix.published().length]).toEqual([1, 4]);
});

describe('a provider in trouble', () => {
  test.each<[string, Fault]>([
    ['429 in HTML', { page: 429 }],
    ['503', { status: 503 }],
    ['a connection that is reset', 'reset'],
    ['no response', 'hang'],
    ['a wrong token', { status: 401, code: 'authentication_failed' }],
  ])('%s: nothing is lost, skipped or overtaken, and all goes out in order afterwards', async (_, fault) => {
    const site = svix.open({}, 50);
    svix.creationsFail(() => fault);
    run(site, publisher);
    for (const day of [0, 1, 2]) await books(site, day);
    await attempts(site, async () => ((await webhookLag(site.store)).first?.failures ?? 0) >= 3);
    const [first] = all(site, 'BookingConfirmed');
    expect(new Set(svix.creations().map(eventIdOf))).toEqual(new Set([first?.id]));
    expect(await webhookLag(site.store)).toMatchObject({ waiting: 3, since: first?.at });
    svix.fake.fault = () => null;
    await attempts(site, () => isDone(site));
    expect(svix.fake.messages.map(({ eventId }) => eventId)).toEqual(all(site, 'BookingConfirmed').map(({ id }) => id));
    expect(all(site, 'WebhookParked')).toEqual([]);
  });

  test('is asked ever more rarely', async () => {
    const site = svix.open();
    svix.creationsFail(() => ({ page: 429 }));
    run(site, publisher);
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
    run(site, publisher);
    await books(site);
    await until(async () => ((await webhookLag(site.store)).first?.failures ?? 0) === 1);
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
    const { stop } = run(site, publisher);
    await books(site, 0);
    await until(() => svix.creations().length === 1);
    const start = performance.now();
    await books(site, 1);
    await books(site, 2);
    // Far less than the timeout of the request that hangs meanwhile.
    expect(performance.now() - start).toBeLessThan(30_000);
    expect(svix.creations()).toHaveLength(1);
    await stop();
  });

  test('that has stored a message without queueing it gets it resent', async () => {
    const site = svix.open();
    svix.creationsFail(() => (svix.fake.messages.length === 0 ? 'not-queued' : null));
    run(site, publisher);
    await books(site);
    await until(() => isDone(site));
    expect(svix.fake.messages).toMatchObject([{ deliveries: ['ep_1'] }]);
  });

  test('a message that fails for hours while all else works gives way to the others, and is parked', async () => {
    const site = svix.open();
    run(site, publisher);
    const first = await books(site, 0);
    await until(() => isDone(site));
    svix.creationsFail(({ body }) => (JSON.stringify(body).includes(first) ? { status: 500 } : null));
    await record(site, first, { type: 'BookingCancelled', data: { by: 'customer' } });
    await books(site, 1);
    await attempts(site, () => isDone(site));
    expect(svix.published()).toEqual(['booking.confirmed', 'booking.confirmed']);
    expect(all(site, 'WebhookParked')).toMatchObject([{ data: { reason: 'Svix failed: 500', booking: first } }]);
  });
});

describe('a restart', () => {
  test('after a crash between publishing and recording publishes the same message again, which exists once', async () => {
    const site = svix.open();
    await books(site);
    const before = site.store.checkpoints.get('webhooks');
    const { stop } = run(site, publisher);
    await until(() => isDone(site));
    await stop();
    site.store.checkpoints.set('webhooks', before);
    run(site, publisher);
    await until(() => isDone(site));
    const [one, two] = svix.creations();
    expect(two).toEqual(one);
    expect(svix.fake.messages).toMatchObject([{ deliveries: ['ep_1'] }]);
  });

  test('attempts a message that waits at once, because a wrong setting is corrected by it', async () => {
    const site = svix.open();
    svix.creationsFail(() => ({ status: 401 }));
    const { stop } = run(site, publisher);
    await books(site);
    await attempts(site, async () => ((await webhookLag(site.store)).first?.failures ?? 0) >= 8);
    await stop();
    svix.fake.fault = () => null;
    run(site, publisher);
    await until(() => isDone(site));
    expect(svix.published()).toEqual(['booking.confirmed']);
  });

  test('of a site that has never published does not publish its past', async () => {
    const site = svix.open();
    await books(site);
    // As a log of an earlier version is: the schema's step has given the publisher a checkpoint at its end.
    site.store.checkpoints.set('webhooks', site.store.position);
    run(site, publisher);
    await books(site, 1);
    await until(() => isDone(site));
    expect(svix.fake.messages.map(({ eventId }) => eventId)).toEqual([all(site, 'BookingConfirmed')[1]?.id]);
  });

  test('with a provider publishes nothing of the time without one', async () => {
    const site = svix.open();
    const { stop } = run({ ...site, webhooks: NO_WEBHOOKS }, publisher);
    await books(site);
    await until(() => isDone(site));
    await stop();
    run(site, publisher);
    await books(site, 1);
    await until(() => isDone(site));
    expect(svix.fake.messages.map(({ eventId }) => eventId)).toEqual([all(site, 'BookingConfirmed')[1]?.id]);
  });
});

test('the owner has the first waiting message attempted at once', async () => {
  const site = svix.open();
  svix.creationsFail(() => ({ status: 503 }));
  run(site, publisher);
  await books(site);
  await attempts(site, async () => ((await webhookLag(site.store)).first?.failures ?? 0) >= 8);
  svix.fake.fault = () => null;
  await site.clock.idle();
  await hastenWebhooks(site, { by: 'a1' }, CAUSE);
  await until(() => isDone(site));
  expect(svix.published()).toEqual(['booking.confirmed']);
  await expect(hastenWebhooks(site, { by: 'a1' }, CAUSE)).rejects.toMatchObject({ refusal: 'already-settled' });
});

test('the event types are registered at a start, again and again until the provider accepts them', async () => {
  const site = svix.open();
  svix.fake.applications.clear();
  let failures = 0;
  svix.fake.fault = ({ method }) => (method === 'PUT' && failures++ < 8 ? { status: 500 } : null);
  const worker = run(site, webhookEventTypes);
  onTestFinished(worker.stop);
  await attempts(site, () => svix.fake.eventTypes.size === EVENT_TYPES.length);
  expect([...svix.fake.eventTypes.keys()]).toContain('booking.no_show');
  expect(svix.fake.applications.get('bookings')).toBe('Halfday Handyman');
});

import { beforeEach, describe, expect, test } from 'vitest';
import { WebhookDelayed, type WebhookMessage } from '#server/outside/webhooks/port.ts';
import { SvixWebhooks } from '#server/outside/webhooks/svix.ts';
import { svixApi } from './svix-api.ts';
import type { Asked, Fault } from './svix-fake.ts';

const api = svixApi();
const NOW = Date.parse('2027-03-01T17:00:00Z');
const MESSAGE: WebhookMessage = {
  id: 'e1',
  type: 'booking.confirmed',
  payload: { type: 'booking.confirmed', data: {} },
};
const APPLICATION = { uid: 'bookings', name: 'Oak' };

let stopping = new AbortController();
beforeEach(() => {
  stopping = new AbortController();
  api.fake.applications.set('bookings', 'Oak');
});

function svix(): SvixWebhooks {
  return new SvixWebhooks({
    token: 'testsk_0123456789.eu',
    serverUrl: null,
    application: APPLICATION,
    clock: { now: () => NOW },
    timeoutMs: 1000,
  });
}

const publish = () => svix().publish(MESSAGE, stopping.signal);

/** The error of an attempt; undefined if the message was accepted. */
const outcome = (): Promise<unknown> => publish().catch((error: unknown) => error);

const isCreation = ({ method, path }: Asked) => method === 'POST' && path.startsWith('/api/v1/app/bookings/msg?');

/** These faults befall the first requests for a new message, in order. */
function creationsFail(...faults: (Fault | null)[]): void {
  api.fake.fault = (asked) => (isCreation(asked) ? (faults.shift() ?? null) : null);
}

const steps = () => api.fake.asked.map(({ method, path }) => `${method} ${path.split('?')[0]?.slice(7)}`);
const delivered = () => api.fake.messages.map(({ eventId, deliveries }) => [eventId, deliveries]);

test('a message is created in one request: the event’s id is its id and the idempotency key', async () => {
  await publish();
  const [request, ...others] = api.fake.asked;
  expect(others).toEqual([]);
  expect(request).toEqual({
    method: 'POST',
    path: '/api/v1/app/bookings/msg?with_content=false',
    key: 'e1',
    token: 'Bearer testsk_0123456789.eu',
    body: { eventId: 'e1', eventType: 'booking.confirmed', payload: MESSAGE.payload },
  });
});

test('the same message twice exists once', async () => {
  await publish();
  await publish();
  expect(delivered()).toEqual([['e1', ['ep_1']]]);
});

describe('a message that exists already', () => {
  test('and was delivered is left alone', async () => {
    await publish();
    // A key that Svix has forgotten, after twelve hours.
    creationsFail({ status: 409, code: 'conflict' });
    await publish();
    expect(steps().slice(1)).toEqual([
      'POST /app/bookings/msg',
      'GET /app/bookings/msg/e1',
      'GET /app/bookings/attempt/msg/msg_1',
    ]);
    expect(delivered()).toEqual([['e1', ['ep_1']]]);
  });

  test.each(['/api/v1/app/bookings/msg/', '/api/v1/app/bookings/attempt/', '/api/v1/app/bookings/endpoint'])(
    'is attempted again when %s fails',
    async (path) => {
      creationsFail('not-queued');
      const { fault } = api.fake;
      api.fake.fault = (asked) => (asked.path.startsWith(path) ? { status: 500 } : fault(asked));
      expect(await outcome()).toBeInstanceOf(WebhookDelayed);
      api.fake.fault = () => null;
      await publish();
      expect(delivered()).toEqual([['e1', ['ep_1']]]);
    },
  );
});

test.each([400, 413, 422])(
  'a %i is about this message, which is refused; the reason quotes none of it',
  async (status) => {
    api.fake.fault = () => ({ status, code: 'invalid_payload' });
    expect(await outcome()).toMatchObject({
      code: `svix-${status}`,
      message: `Svix refused it: ${status} invalid_payload`,
    });
  },
);

test('a hanging request ends at its timeout', async () => {
  api.fake.fault = () => 'hang';
  expect(await outcome()).toMatchObject({ message: 'Svix did not respond: no response in time' });
});

describe('preparing', () => {
  const types = [{ name: 'booking.confirmed', description: 'Booked', schema: { type: 'object' } }];

  test('creates the application, and creates or updates each event type with its schema', async () => {
    api.fake.applications.clear();
    await svix().prepare(types, stopping.signal);
    expect(api.fake.applications.get('bookings')).toBe('Oak');
    expect(api.fake.eventTypes.get('booking.confirmed')).toEqual({
      description: 'Booked',
      schemas: { 1: { type: 'object' } },
      groupName: 'booking',
    });
    await svix().prepare(types, stopping.signal);
    expect(api.fake.eventTypes.size).toBe(1);
  });
});

describe('the portal', () => {
  test('has a new address each time, valid for an hour', async () => {
    expect(await svix().portal(stopping.signal)).toBe('https://app.svix.com/login#key=bookings');
    await svix().portal(stopping.signal);
    const [first, second] = api.fake.asked;
    expect(first).toMatchObject({
      path: '/api/v1/auth/app-portal-access/bookings',
      body: { application: APPLICATION, expiry: 3600 },
    });
    expect(first?.key).not.toBe(second?.key);
  });
});

test('forgetting removes the content of messages, and ignores unknown ones', async () => {
  await publish();
  await svix().forget(['e0', 'e1'], stopping.signal);
  expect(api.fake.messages.map(({ payload }) => payload)).toEqual([{ expired: true }]);
  api.fake.fault = () => ({ status: 503 });
  await expect(svix().forget(['e1'], stopping.signal)).rejects.toBeInstanceOf(WebhookDelayed);
});

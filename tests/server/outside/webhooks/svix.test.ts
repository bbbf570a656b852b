import { beforeEach, describe, expect, test, vi } from 'vitest';
import { WebhookDelayed, type WebhookMessage, WebhookRefused } from '#server/outside/webhooks/port.ts';
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

describe('a missing application', () => {
  test('is created, and then the message', async () => {
    api.fake.applications.clear();
    await publish();
    expect(steps()).toEqual(['POST /app/bookings/msg', 'POST /app', 'POST /app/bookings/msg']);
    expect(api.fake.asked[1]).toMatchObject({ path: '/api/v1/app?get_if_exists=true', body: APPLICATION });
    expect(api.fake.applications.get('bookings')).toBe('Oak');
    expect(delivered()).toEqual([['e1', ['ep_1']]]);
  });

  test('that cannot be created delays the message', async () => {
    api.fake.applications.clear();
    api.fake.fault = ({ path }) => (path.startsWith('/api/v1/app?') ? { status: 422, code: 'invalid_uid' } : null);
    expect(await outcome()).toBeInstanceOf(WebhookDelayed);
  });
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

  test('but was never queued is resent to the endpoints that subscribe to it, once', async () => {
    api.fake.endpoints = [
      { id: 'ep_all' },
      { id: 'ep_ours', eventTypes: ['booking.confirmed'] },
      { id: 'ep_other', eventTypes: ['booking.cancelled'] },
      { id: 'ep_off', disabled: true },
      { id: 'ep_channel', channels: ['vip'] },
    ];
    creationsFail('not-queued');
    await publish();
    await publish();
    expect(delivered()).toEqual([['e1', ['ep_all', 'ep_ours']]]);
    expect(api.fake.asked.filter(({ path }) => path.endsWith('/resend')).map(({ key }) => key)).toEqual([
      'e1:ep_all',
      'e1:ep_ours',
    ]);
  });

  test('without any endpoint counts as published', async () => {
    api.fake.endpoints = [];
    creationsFail('not-queued');
    await publish();
    expect(delivered()).toEqual([['e1', []]]);
  });

  test('in another application is refused', async () => {
    creationsFail({ status: 409, code: 'conflict' });
    expect(await outcome()).toEqual(new WebhookRefused('other-application'));
  });

  test('and cannot be resent is refused, because no attempt will help', async () => {
    api.fake.fault = (asked) =>
      asked.path.endsWith('/resend')
        ? { status: 404 }
        : isCreation(asked) && !api.fake.messages[0]
          ? 'not-queued'
          : null;
    expect(await outcome()).toBeInstanceOf(WebhookRefused);
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

describe('a provider that fails', () => {
  test('that fails is asked twice more, after 50 and 100 ms, as the library does', async () => {
    creationsFail({ status: 500 }, 'reset');
    using timers = vi.spyOn(globalThis, 'setTimeout');
    await publish();
    expect(steps()).toHaveLength(3);
    const pauses = timers.mock.calls.map(([, ms]) => ms);
    expect(pauses.filter((ms) => ms === 50 || ms === 100)).toEqual([50, 100]);
    expect(delivered()).toEqual([['e1', ['ep_1']]]);
  });

  test.each<[string, Fault]>([
    ['500', { status: 500 }],
    ['HTML with 503', { page: 503 }],
    ['no connection', 'reset'],
  ])('that keeps failing with %s delays the message', async (_, fault) => {
    api.fake.fault = () => fault;
    expect(await outcome()).toMatchObject({ name: 'WebhookDelayed', afterMs: 0 });
    expect(steps()).toHaveLength(3);
  });

  test.each<[string, Fault, number]>([
    ['JSON', { status: 429, headers: { 'retry-after': '30' } }, 30_000],
    ['HTML', { page: 429, headers: { 'retry-after': '30' } }, 30_000],
    ['HTML without a time', { page: 429 }, 0],
  ])('that asks to wait, in %s, is not asked again by the SDK', async (_, fault, afterMs) => {
    api.fake.fault = () => fault;
    expect(await outcome()).toMatchObject({ name: 'WebhookDelayed', afterMs });
    expect(steps()).toHaveLength(1);
  });

  test.each<[string, Fault]>([
    ['401', { status: 401, code: 'authentication_failed' }],
    ['402', { status: 402, code: 'payment_required' }],
    ['403', { status: 403, code: 'forbidden' }],
    ['408', { status: 408 }],
    ['HTML with 403, from something before Svix', { page: 403 }],
  ])('%s says nothing about the message, which is delayed', async (_, fault) => {
    api.fake.fault = () => fault;
    expect(await outcome()).toBeInstanceOf(WebhookDelayed);
  });

  test('that accepts in something that is no JSON has it again, and once', async () => {
    const handle = api.fake.handle.bind(api.fake);
    vi.spyOn(api.fake, 'handle').mockImplementationOnce(async (request) => {
      await handle(request);
      return new Response('<html></html>', { status: 200 });
    });
    expect(await outcome()).toBeInstanceOf(WebhookDelayed);
    await publish();
    expect(delivered()).toEqual([['e1', ['ep_1']]]);
  });
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

test('a 413 in HTML, from a proxy before Svix, is about this message, too', async () => {
  api.fake.fault = () => ({ page: 413 });
  expect(await outcome()).toEqual(new WebhookRefused('svix-413'));
});

test('a redirect is not followed', async () => {
  const elsewhere = '/api/v1/app/another/msg';
  creationsFail({ status: 307, headers: { location: elsewhere } });
  expect(await outcome()).toBeInstanceOf(WebhookDelayed);
  expect(api.fake.asked.map(({ path }) => path)).not.toContain(elsewhere);
});

test('an abort ends a hanging request at once', async () => {
  api.fake.fault = () => 'hang';
  const ended = outcome();
  await vi.waitFor(() => expect(api.fake.asked).toHaveLength(1));
  stopping.abort();
  expect(await ended).toMatchObject({ name: 'AbortError' });
});

test('a hanging request ends at its timeout', async () => {
  api.fake.fault = () => 'hang';
  expect(await outcome()).toMatchObject({ message: 'Svix gave no answer: no response in time' });
});

test('a page of another site in place of an answer is told in words, and not quoted', async () => {
  api.fake.fault = () => ({ page: 404 });
  expect(await outcome()).toMatchObject({
    message: 'Svix gave no answer: a page instead of JSON, is its address right?',
  });
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

  test('that is refused is attempted again', async () => {
    api.fake.fault = ({ method }) => (method === 'PUT' ? { status: 422, code: 'invalid_schema' } : null);
    await expect(svix().prepare(types, stopping.signal)).rejects.toBeInstanceOf(WebhookDelayed);
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

  test('of a wrong token is no address', async () => {
    api.fake.fault = () => ({ status: 401, code: 'authentication_failed' });
    await expect(svix().portal(stopping.signal)).rejects.toThrow('Svix lets nothing through');
  });
});

test('forgetting removes the content of messages, and ignores unknown ones', async () => {
  await publish();
  await svix().forget(['e0', 'e1'], stopping.signal);
  expect(api.fake.messages.map(({ payload }) => payload)).toEqual([{ expired: true }]);
  api.fake.fault = () => ({ status: 503 });
  await expect(svix().forget(['e1'], stopping.signal)).rejects.toBeInstanceOf(WebhookDelayed);
});

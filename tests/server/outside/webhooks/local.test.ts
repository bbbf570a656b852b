import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { LocalWebhooks, localSigningSecrets } from '#server/outside/webhooks/local.ts';
import type { WebhookMessage } from '#server/outside/webhooks/port.ts';
import { createLog } from '#server/process/log.ts';
import { tempFolder } from '../../../temp-folder.ts';

const AT = Date.parse('2027-03-01T17:00:00Z');
const SECRETS = localSigningSecrets(['a secret']);
const URL = 'http://receiver.example/hook';

const network = setupServer();
beforeAll(() => network.listen({ onUnhandledFrame: 'error' }));
afterEach(() => network.resetHandlers());
afterAll(() => network.close());

function message(id: string): WebhookMessage {
  return { id, type: 'booking.confirmed', payload: { type: 'booking.confirmed', data: { eventId: id, name: 'Ada' } } };
}

function open({ url = null as string | null, folder = tempFolder() } = {}) {
  const clock = { now: () => AT };
  return {
    folder,
    local: new LocalWebhooks({ folder, secrets: SECRETS, url, clock, log: createLog({ level: 'silent' }) }),
  };
}

/** The developer's receiver: what it has got, verified as the receivers of Svix do it. */
function receiving(answer: () => Response | Promise<Response> = () => new HttpResponse(null, { status: 204 })) {
  const got: unknown[] = [];
  network.use(
    http.post(URL, async ({ request }) => {
      got.push(new Webhook(SECRETS[0]!).verify(await request.text(), Object.fromEntries(request.headers)));
      return answer();
    }),
  );
  return got;
}

test('a message is stored as it is published, signed as Standard Webhooks has it', async () => {
  const { local } = open();
  await local.publish(message('e1'));
  const [stored, ...others] = await local.list();
  expect(others).toEqual([]);
  expect(stored).toMatchObject({
    about: 'e1',
    at: '2027-03-01T17:00:00.000Z',
    type: 'booking.confirmed',
    deliveries: [],
  });
  expect(new Webhook(SECRETS[0]!).verify(stored!.body, stored!.headers)).toEqual(message('e1').payload);
  expect(stored!.headers['webhook-id']).toBe('e1');
});

test('the same message twice is stored once, also after a restart; messages keep their order', async () => {
  const { local, folder } = open();
  for (const id of ['e2', 'e1', 'e2']) await local.publish(message(id));
  const { local: restarted } = open({ folder });
  await restarted.publish(message('e1'));
  await restarted.publish(message('e0'));
  expect((await restarted.list()).map(({ about }) => about)).toEqual(['e2', 'e1', 'e0']);
});

describe('the developer’s address', () => {
  test('gets each message once, and the outcome is recorded', async () => {
    const got = receiving();
    const { local } = open({ url: URL });
    await local.publish(message('e1'));
    await vi.waitFor(async () => expect((await local.list())[0]?.deliveries).toMatchObject([{ outcome: '204' }]));
    await local.publish(message('e1'));
    expect(got).toEqual([message('e1').payload]);
  });
});

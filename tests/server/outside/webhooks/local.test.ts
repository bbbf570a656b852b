import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { LOCAL_SECRET, localWebhooks } from '#server/outside/webhooks/local.ts';
import { createLog } from '#server/process/log.ts';

const URL = 'http://receiver.example/hook';
const MESSAGE = {
  id: 'e1',
  type: 'booking.confirmed',
  payload: { type: 'booking.confirmed', data: { eventId: 'e1' } },
};

const network = setupServer();
beforeAll(() => network.listen({ onUnhandledFrame: 'error' }));
afterEach(() => network.resetHandlers());
afterAll(() => network.close());

/** Publishes the message to a receiver that verifies it as one of Svix does. Resolves with what it got and what was logged. */
async function publish(status: number) {
  const got: unknown[] = [];
  const lines: string[] = [];
  network.use(
    http.post(URL, async ({ request }) => {
      got.push(new Webhook(LOCAL_SECRET).verify(await request.text(), Object.fromEntries(request.headers)));
      return new HttpResponse(null, { status });
    }),
  );
  const log = createLog({ level: 'info', to: { write: (line) => void lines.push(line) } });
  await localWebhooks(URL, log).publish(MESSAGE, new AbortController().signal);
  return { got, lines };
}

test('the developer’s receiver gets a message signed as Standard Webhooks has it', async () => {
  expect(await publish(204)).toEqual({ got: [MESSAGE.payload], lines: [] });
});

test('a message that the receiver refuses is logged and sent no more', async () => {
  const { got, lines } = await publish(500);
  expect(got).toHaveLength(1);
  expect(lines.join('')).toContain('"failure":"500"');
});

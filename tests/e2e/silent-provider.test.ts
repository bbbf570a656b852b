import { PRICE_CENTS } from '#tests/amounts.ts';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type CivilDate, addDays } from '#shared/civil-date.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { startServer } from './server.ts';

const FAR: CivilDate = addDays(new Date().toISOString().slice(0, 10) as CivilDate, 10);
/** Time of a request on a busy machine, beside the provider's five seconds. */
const SLACK_MS = 4000;
/** Retries, because the machine may stall for longer than that. */
const TIMED = { retry: 2 };

/** The product with a payment provider that accepts connections and never responds. */
async function withSilentProvider() {
  const sockets = new Set<{ destroy: () => void }>();
  const proxy = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as { port: number };
  const server = await startServer({
    LOG_LEVEL: 'warn',
    RATE_LIMIT: '0',
    STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef',
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
    NODE_USE_ENV_PROXY: '1',
    HTTPS_PROXY: `http://127.0.0.1:${port}`,
  });
  onTestFinished(async () => {
    await server.stop();
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  return { server, asked: once(proxy, 'connection') };
}

function books(origin: string, daysLater: number): Promise<Response> {
  const details = {
    service: 'half-day',
    date: addDays(FAR, daysLater),
    claim: 'am',
    area: 'Ventura',
    tasks: [],
    address: '1 Main Street',
    name: 'Ada Reyes',
    email: 'ada@example.com',
    phone: '805 555 0199',
    notes: '',
    price: PRICE_CENTS['half-day'],
    key: randomUUID(),
  };
  return fetch(origin + rpcPath('hold'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(details),
  });
}

async function timed<Result>(act: () => Promise<Result>): Promise<{ ms: number; result: Result }> {
  const begin = performance.now();
  const result = await act();
  return { ms: performance.now() - begin, result };
}

test('while the payment provider does not respond, each visitor is told so within five seconds', TIMED, async () => {
  const { server } = await withSilentProvider();
  for (const days of [[0, 1, 2, 3, 4], [5]]) {
    const answers = await timed(() => Promise.all(days.map((day) => books(server.origin, day))));
    for (const answer of answers.result) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await answer.json()).toMatchObject({ refusal: 'payments-down' });
    }
    expect(answers.ms).toBeLessThan(5000 + SLACK_MS);
  }
});

test('stopping does not wait for a provider that does not respond: waiting visitors get a refusal', TIMED, async () => {
  const { server, asked } = await withSilentProvider();
  const waiting = books(server.origin, 0);
  await asked;
  const stopped = await timed(() => server.stop());
  expect(stopped.result).toBe(0);
  expect(stopped.ms).toBeLessThan(SLACK_MS);
  expect((await waiting).status).toBe(503);
});

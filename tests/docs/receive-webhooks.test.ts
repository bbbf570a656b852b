import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { signedHeaders } from '#server/outside/signed-notices.ts';
import { LOCAL_SECRET } from '#server/outside/webhooks/local.ts';
import { type Message, receiver } from '../../docs/receive-webhooks.ts';

const DOCS = join(import.meta.dirname, '../../docs');

function message(eventId: string, revision: number, bookingId = 'b1'): Message {
  return { type: 'booking.confirmed', timestamp: '2027-03-01T17:00:00.000Z', data: { eventId, bookingId, revision } };
}

/** The receiver of the documents, listening; and what it has handled. */
async function listening() {
  const handled: string[] = [];
  const server = receiver(LOCAL_SECRET, ({ data }) => void handled.push(data.eventId));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const send = async (sent: Message, { at = Date.now(), secret = LOCAL_SECRET, prefix = 'webhook' } = {}) => {
    const body = JSON.stringify(sent);
    const headers = Object.entries(
      signedHeaders({ id: sent.data.eventId, timestamp: Math.floor(at / 1000) }, body, secret),
    );
    const named = headers.map(([name, value]) => [name.replace('webhook', prefix), value] as [string, string]);
    const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers: named, body });
    return response.status;
  };
  return { handled, send };
}

test('a signed message is handled once, however its headers begin', async () => {
  const { handled, send } = await listening();
  expect(await send(message('e1', 1))).toBe(204);
  expect(await send(message('e1', 1))).toBe(204);
  expect(await send(message('e2', 2), { prefix: 'svix' })).toBe(204);
  expect(handled).toEqual(['e1', 'e2']);
});

test('a message with an older state of its booking is not handled', async () => {
  const { handled, send } = await listening();
  await send(message('e3', 3));
  await send(message('e2', 2));
  await send(message('e9', 2, 'b2'));
  expect(handled).toEqual(['e3', 'e9']);
});

test.each([
  ['another secret', { secret: `whsec_${Buffer.alloc(24).toString('base64')}` }],
  ['a time six minutes ago', { at: Date.now() - 6 * 60_000 }],
  ['no signature', { prefix: 'other' }],
])('a message with %s is refused', async (_, change) => {
  const { handled, send } = await listening();
  expect(await send(message('e1', 1), change)).toBe(401);
  expect(handled).toEqual([]);
});

test('the page about webhooks shows this receiver', () => {
  expect(readFileSync(join(DOCS, 'webhooks.md'), 'utf8')).toContain(
    readFileSync(join(DOCS, 'receive-webhooks.ts'), 'utf8'),
  );
});

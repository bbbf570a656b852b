import { type Socket, createServer } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { deliveryFailure } from '#server/outside/webhooks/delivery-failure.ts';
import { LocalWebhooks } from '#server/outside/webhooks/local.ts';
import { createLog } from '#server/process/log.ts';
import { tempFolder } from '../../../temp-folder.ts';

/** Opens a port where each connection is handled as told. Resolves with its address. */
async function receiver(handle: (socket: Socket) => void): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    handle(socket);
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${port}`, close };
}

/** What is noted of a message that is sent to the address. */
async function outcomeAt(url: string): Promise<string | undefined> {
  const parts = { folder: tempFolder(), secrets: ['whsec_c2VjcmV0'], url, clock: { now: () => 0 } };
  const local = new LocalWebhooks({ ...parts, log: createLog({ level: 'silent' }) });
  await local.publish({ id: 'e1', type: 'booking.confirmed', payload: {} });
  const delivered = async () => (await local.list())[0]?.deliveries[0]?.outcome;
  await vi.waitFor(async () => expect(await delivered()).toBeDefined());
  return delivered();
}

describe('the recorded response of a receiver', () => {
  test('that is down', async () => {
    const { url, close } = await receiver(() => {});
    await close();
    expect(await outcomeAt(url)).toBe('connection refused');
  });

  test.each<[string, (socket: Socket) => void, string]>([
    ['speaks no HTTP', (socket) => void socket.end('SSH-2.0-OpenSSH\r\n\r\n'), 'not HTTP'],
    ['resets', (socket) => void socket.once('data', () => socket.resetAndDestroy()), 'connection reset'],
    ['hangs up', (socket) => void socket.once('data', () => socket.end()), 'connection closed without a response'],
  ])('that %s', async (_, handle, outcome) => {
    const { url } = await receiver(handle);
    expect(await outcomeAt(url)).toBe(outcome);
  });

  test('that has no response in time', async () => {
    const { url } = await receiver(() => {});
    const request = fetch(url, { signal: AbortSignal.timeout(1) });
    expect(deliveryFailure(await request.catch((error: unknown) => error))).toBe('no response in time');
  });

  test('whose failure has no words here: its code', () => {
    const cause = Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(deliveryFailure(new TypeError('fetch failed', { cause }))).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(deliveryFailure(new TypeError('fetch failed', { cause: new Error('bad port') }))).toBe('bad port');
  });
});

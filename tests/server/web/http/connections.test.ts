import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { writeNdjson } from '#shared/calls/ndjson.ts';
import { RawClient, serveReal } from './raw-client.ts';

/** More bytes than the operating system buffers for a client that does not read. */
const LARGE = 16 * 1024 * 1024;
/** Longer than any test, in milliseconds. */
const NEVER = 3_600_000;

async function* ticks() {
  for (;;) {
    yield 'tick';
    await wait(20);
  }
}

function site() {
  const app = new Hono();
  /** Milliseconds from each request for `/large` to the end of its response or connection, in order of their ends. */
  const ends: number[] = [];
  app.get('/', (c) => c.text('here'));
  app.get('/mute', () => new Promise<never>(() => {}));
  app.get('/live', (c) => c.body(writeNdjson(ticks())));
  app.get('/large', (c: Context) => {
    const begin = performance.now();
    const { outgoing } = c.env as { outgoing: ServerResponse };
    outgoing.once('close', () => ends.push(performance.now() - begin));
    return c.body(new Uint8Array(LARGE));
  });
  return Object.assign(app, { ends });
}

function get(path: string): string[] {
  return [`GET ${path} HTTP/1.1`, 'host: localhost', '', ''];
}

/** A client that has got the first bytes of its response. */
async function answered(port: number, path = '/', from = '127.0.0.1'): Promise<RawClient> {
  const client = new RawClient(port, from).say(...get(path));
  await once(client.socket, 'data');
  return client;
}

/** Whether a client with an idle connection gets another response. */
function isServed(client: RawClient): Promise<boolean> {
  client.say(...get('/'));
  return Promise.race([client.heard.then(() => false), once(client.socket, 'data').then(() => true)]);
}

/** A client that requests more than it reads. */
async function stalled(port: number, from?: string): Promise<RawClient> {
  const client = await answered(port, '/large', from);
  client.socket.pause();
  return client;
}

describe('at the maximum number of connections', () => {
  test('a newcomer takes the place of the connection that was idle longest', async () => {
    const port = await serveReal(site(), { connections: 2 });
    const first = await answered(port);
    const second = await answered(port);
    expect(await isServed(first)).toBe(true);
    const newcomer = await answered(port);
    await second.heard;
    expect([await isServed(first), await isServed(newcomer)]).toEqual([true, true]);
  });

  test('a client without a request makes room, too', async () => {
    const port = await serveReal(site(), { connections: 1 });
    const silent = new RawClient(port);
    await once(silent.socket, 'connect');
    await answered(port);
    expect(await silent.heard).toBe('');
  });

  test('a client that waits for its response stays connected, and a newcomer is disconnected', async () => {
    const port = await serveReal(site(), { connections: 1 });
    const reader = await answered(port, '/live');
    expect(await new RawClient(port).say(...get('/')).heard).toBe('');
    await once(reader.socket, 'data');
  });

  test('a client that does not send the rest of its request makes room', async () => {
    const app = site();
    const port = await serveReal(app, { connections: 1 });
    const unfinished = new RawClient(port).say('POST /form HTTP/1.1', 'host: localhost', 'content-length: 10', '', 'x');
    const newcomer = async () =>
      (await new RawClient(port).say(...get('/'), 'GET /nowhere HTTP/1.0', '', '').heard).slice(9, 12);
    await expect.poll(newcomer).toBe('200');
    expect(await unfinished.heard).toBe('');
  });

  test('a client that has sent the head of its request alone makes room at once', async () => {
    const port = await serveReal(site(), { connections: 2, lookMs: NEVER });
    const owing = new RawClient(port).say(
      'POST / HTTP/1.1',
      'host: localhost',
      'content-length: 10',
      'expect: 100-continue',
      '',
      '',
    );
    await once(owing.socket, 'data');
    const idle = await answered(port);
    await answered(port);
    await owing.heard;
    expect(await isServed(idle)).toBe(true);
  });

  test('a client that has stopped reading its answer makes room', async () => {
    const app = site();
    const port = await serveReal(app, { connections: 1 });
    await stalled(port);
    const newcomer = async () =>
      (await new RawClient(port).say(...get('/'), 'GET /nowhere HTTP/1.0', '', '').heard).slice(9, 12);
    await expect.poll(newcomer).toBe('200');
    expect(app.ends).toHaveLength(1);
  });
});

describe('connections of one network', () => {
  test.each(['127.0.2.1', '127.0.1.9'])('make room for a newcomer, and that of %s does not', async (other) => {
    const port = await serveReal(site(), { connections: 4 });
    const only = await answered(port, '/', other);
    const many = [];
    for (let count = 0; count < 3; count++) many.push(await answered(port, '/', '127.0.1.1'));
    const newcomer = await answered(port, '/', '127.0.3.1');
    expect(await many[0]!.heard).toMatch(/200/);
    expect([await isServed(only), await isServed(many[1]!), await isServed(newcomer)]).toEqual([true, true, true]);
  });

  test('make room for each other', async () => {
    const port = await serveReal(site(), { connectionsPerNetwork: 2 });
    const [first, second] = [await answered(port), await answered(port)];
    const third = await answered(port);
    await first.heard;
    expect([await isServed(second), await isServed(third)]).toEqual([true, true]);
  });

  test('are not counted behind a proxy, because the proxy holds them all', async () => {
    const port = await serveReal(site(), { connectionsPerNetwork: 1 }, 'forwarded-for');
    const [first, second] = [await answered(port), await answered(port)];
    expect([await isServed(first), await isServed(second)]).toEqual([true, true]);
  });
});

describe('a client is disconnected', () => {
  test('once it has read nothing of its response for the allowed time', async () => {
    const app = site();
    const port = await serveReal(app, { stalledMs: 1000 });
    await stalled(port);
    await expect.poll(() => app.ends.length).toBe(1);
    expect(app.ends[0]).toBeGreaterThan(1000);
  });

  test('when nothing is sent to it for that long', async () => {
    const port = await serveReal(site(), { stalledMs: 200 });
    expect(await new RawClient(port).say(...get('/mute')).heard).toBe('');
  });

  test('when it reads its response too slowly', async () => {
    const app = site();
    const port = await serveReal(app, { stalledMs: NEVER, slowMs: 600 });
    const client = await stalled(port);
    while (app.ends.length === 0) {
      client.socket.read(1);
      await wait(20);
    }
    expect(app.ends[0]).toBeGreaterThan(500);
  });

  test('when it sends many requests without waiting for an answer', async () => {
    const port = await serveReal(site(), { pipelined: 3 });
    expect(await new RawClient(port).say(...Array.from({ length: 4 }, () => get('/mute')).flat()).heard).toBe('');
    const expecting = ['GET /mute HTTP/1.1', 'host: localhost', 'expect: the unexpected', '', ''];
    const hopeful = new RawClient(port).say(...Array.from({ length: 4 }, () => expecting).flat());
    expect(await hopeful.heard).toBe('');
    const few = new RawClient(port).say(...get('/'), ...get('/'), 'GET / HTTP/1.0', 'host: localhost', '', '');
    expect((await few.heard).match(/HTTP\/1\.1 200/g)).toHaveLength(3);
  });

  test('when too many bytes wait to be read, and it has read nothing for longest', async () => {
    const app = site();
    const port = await serveReal(app, { unsentBytes: 1.5 * LARGE });
    const first = await stalled(port);
    await stalled(port);
    await expect.poll(() => app.ends.length).toBe(1);
    first.socket.resume();
    expect(Buffer.byteLength(await first.heard, 'latin1')).toBeLessThan(LARGE);
  });

  test('when too many bytes wait to be read, and most of them are for its network', async () => {
    const app = site();
    const port = await serveReal(app, { unsentBytes: 2.5 * LARGE, stalledMs: NEVER });
    const other = await stalled(port, '127.1.0.1');
    await stalled(port, '127.2.0.1');
    await stalled(port, '127.2.0.2');
    await expect.poll(() => app.ends.length).toBe(1);
    other.socket.resume();
    await expect.poll(() => other.socket.bytesRead).toBeGreaterThan(LARGE);
  });

  test('when too many bytes wait to be read, though each client reads a little all the time', async () => {
    const app = site();
    // Between two checks each client reads one buffer of the operating system.
    const port = await serveReal(app, { unsentBytes: 1.5 * LARGE, lookMs: 500, stalledMs: NEVER, slowMs: NEVER });
    const clients = [await stalled(port), await stalled(port)];
    while (app.ends.length === 0) {
      for (const { socket } of clients) socket.read(64 * 1024);
      await wait(10);
    }
    expect(app.ends).toHaveLength(1);
  });
});

test('a client that reads a long response as it arrives is not disconnected', async () => {
  const port = await serveReal(site(), { stalledMs: 100, slowMs: 100 });
  const reader = await answered(port, '/live');
  for (let heard = 0; heard < 20; heard++) await once(reader.socket, 'data');
  expect(reader.socket.destroyed).toBe(false);
});

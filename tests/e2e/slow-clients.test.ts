/** What visitors notice while many clients hold connections of a server that has no proxy in front. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { type IncomingMessage, get } from 'node:http';
import { type Socket, connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { median } from '../bench/measurement.ts';
import { BURDENS, requestFor } from './burdens.ts';
import { HttpCustomer } from './http-customer.ts';
import { MAIN, type RunningServer, startServer } from './server.ts';

const CLIENTS = 200;
/** A visitor's page and a hold take less. */
const PROMISED_MS = 1000;
/** The machine may stall for longer than that, but not for most of so many requests. */
const VISITS = 7;

/** Of the largest file: three megabytes. */
const UNREAD_REQUESTS = 8;

let server: RunningServer;
let sockets: Socket[] = [];
let daysAhead = 3;

beforeAll(async () => {
  server = await startServer({ LOG_LEVEL: 'error', RATE_LIMIT: '100', BOOKING_WINDOW_DAYS: '365' });
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});
afterAll(() => server?.stop());

/** Connects many clients, and lets each behave like this. Resolves when all are connected. */
async function connectClients(behave: (socket: Socket) => void, count = CLIENTS): Promise<void> {
  const clients = Array.from({ length: count }, () => {
    const socket = connect(Number(new URL(server.origin).port), 'localhost');
    // The server may disconnect it while it sends.
    socket.on('error', () => {});
    return socket;
  });
  sockets.push(...clients);
  await Promise.all(clients.map((socket) => once(socket, 'connect')));
  for (const socket of clients) behave(socket);
}

/** Requests the largest file again and again, and reads nothing. */
function requestUnread(socket: Socket): void {
  socket.pause();
  socket.write(requestFor(largestFile()).repeat(UNREAD_REQUESTS));
}

function largestFile(): string {
  const folder = join(MAIN, '../../client/assets');
  const files = readdirSync(folder).map((name) => ({ name, bytes: statSync(join(folder, name)).size }));
  return `/assets/${files.toSorted((a, b) => b.bytes - a.bytes)[0]?.name}`;
}

/** The home page over a connection of its own, as a new visitor's browser opens it. */
async function openHome(): Promise<number | undefined> {
  const [response] = (await once(get(server.origin, { agent: false }), 'response')) as [IncomingMessage];
  await text(response);
  return response.statusCode;
}

async function timed(act: () => Promise<number | undefined>): Promise<number> {
  const begin = performance.now();
  assert.equal(await act(), 200);
  return performance.now() - begin;
}

/** How long visitors wait for the home page or for a hold, whichever takes longer. */
async function visitorWaitMs(): Promise<number> {
  const pages: number[] = [];
  const holds: number[] = [];
  for (let visit = 0; visit < VISITS; visit++) {
    pages.push(await timed(openHome));
    holds.push(await timed(async () => (await new HttpCustomer(server.origin).hold(daysAhead++)).status));
  }
  return Math.max(median(pages), median(holds));
}

/**
 * How long visitors wait once these clients are connected, and at most: a second, or on a machine that is busy with other work twenty
 * times what they wait without them.
 */
async function waitsBeside(connectThem: () => Promise<unknown>) {
  const aloneMs = await visitorWaitMs();
  await connectThem();
  return { waitMs: await visitorWaitMs(), mostMs: Math.max(PROMISED_MS, 20 * aloneMs) };
}

test('beside 200 idle clients, a page and a hold take less than a second', async () => {
  const { waitMs, mostMs } = await waitsBeside(() => connectClients(BURDENS.idle));
  expect(waitMs).toBeLessThan(mostMs);
});

test('beside 400 clients that send a byte of headers or body a second, a page and a hold take less than a second, and the slow are disconnected', async () => {
  let disconnected: Promise<unknown>[] = [];
  const { waitMs, mostMs } = await waitsBeside(async () => {
    await connectClients(BURDENS['slow headers']);
    await connectClients(BURDENS['slow body']);
    disconnected = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  });
  expect(waitMs).toBeLessThan(mostMs);
  await Promise.all(disconnected);
});

test('beside 200 clients with eight pipelined requests each, a page and a hold take less than a second', async () => {
  const { waitMs, mostMs } = await waitsBeside(() => connectClients(BURDENS.pipelining));
  expect(waitMs).toBeLessThan(mostMs);
});

test('beside 50 clients that read nothing of what they request, a page and a hold take less than a second', async () => {
  const { waitMs, mostMs } = await waitsBeside(() => connectClients(requestUnread, 50));
  expect(waitMs).toBeLessThan(mostMs);
});

import { expect, onTestFinished, test } from 'vitest';
import { STREAM_LIMITS } from '#server/web/limits/open-streams.ts';
import type { AvailabilityChange } from '#shared/booking/managed-booking.ts';
import { readNdjson } from '#shared/calls/ndjson.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { HttpCustomer, inDays } from './http-customer.ts';
import { farAddress } from './limited-shop.ts';
import { startServer } from './server.ts';

/** Longer than any of these responses takes, and shorter than the server waits for responses that do not end. */
const PATIENCE_MS = 8000;

async function started(environment: Readonly<Record<string, string>> = {}) {
  const server = await startServer({ LOG_LEVEL: 'warn', ...environment });
  onTestFinished(async () => void (await server.stop()));
  const url = server.origin + rpcPath('availabilityLive');
  /** Opens a stream; resolves with its status, its lines, and a function that closes it. */
  const look = async (headers: Readonly<Record<string, string>> = {}) => {
    const leaving = new AbortController();
    const response = await fetch(url, { signal: leaving.signal, headers });
    const lines = response.ok ? readNdjson(response.body!) : null;
    // Keeps the response: fetch cancels the body of one that is garbage-collected before its body is read.
    return { response, status: response.status, lines, leave: () => leaving.abort() };
  };
  return { server, look };
}

// A retry excludes a stalled machine; a real error is repeatable.
test('when the server stops, an open stream ends with a whole line', { retry: 2 }, async () => {
  const { server, look } = await started();
  const { lines } = await look();
  expect(((await lines!.next()).value as AvailabilityChange).days.length).toBeGreaterThan(50);
  const rest = lines!.next();
  const begin = performance.now();
  expect(await server.stop()).toBe(0);
  expect((await rest).done).toBe(true);
  expect(performance.now() - begin).toBeLessThan(PATIENCE_MS);
});

test('closing a silent stream frees its place for another', async () => {
  const { look } = await started();
  const open = await Promise.all(Array.from({ length: STREAM_LIMITS.perNetwork }, () => look()));
  for (const { lines } of open) expect((await lines!.next()).done).toBe(false);
  expect((await look()).status).toBe(503);
  const waiting = open[0]!.lines!.next().catch(() => null);
  open[0]!.leave();
  await waiting;
  const deadline = performance.now() + PATIENCE_MS;
  let again = await look();
  while (again.status === 503 && performance.now() < deadline) again = await look();
  expect(again.status).toBe(200);
});

test('500 browsers with live views see a new hold while pages are served', async () => {
  const { server, look } = await started({ TRUSTED_PROXY: 'forwarded-for' });
  const views = await Promise.all(
    Array.from({ length: 500 }, (_, index) => look({ 'x-forwarded-for': farAddress(index) })),
  );
  expect(views.filter(({ status }) => status !== 200)).toEqual([]);
  /** The dates of the next line that has some: a view that nothing changes is sent empty lines. */
  const nextDates = async (lines: AsyncGenerator<unknown, void, void>) => {
    for (;;) {
      const { days } = (await lines.next()).value as AvailabilityChange;
      if (days.length > 0) return days.map(({ date }) => date).join();
    }
  };
  const nextOfAll = () => Promise.all(views.map(({ lines }) => nextDates(lines!)));
  await nextOfAll();
  const changes = nextOfAll();
  const customer = new HttpCustomer(server.origin);
  const answers = [await customer.get('/'), await customer.get('/book'), await customer.hold(9)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(await changes)).toEqual(new Set([inDays(9)]));
  for (const { leave } of views) leave();
});

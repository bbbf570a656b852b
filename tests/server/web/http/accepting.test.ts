import { once } from 'node:events';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { Turns } from '#server/web/limits/event-loop-turns.ts';
import { admission } from '#server/web/middleware/admission.ts';
import { RawClient, serveReal, statusOf } from './raw-client.ts';

/** Together with the newcomers fewer than a network may have: otherwise they take each other’s places. */
const WAITING = 150;
const NEWCOMERS = 20;
const WORK_MS = 5;

/** A site whose pages keep the event loop busy, with a count of those begun. */
function busySite() {
  const turns = new Turns({ now: () => performance.now() });
  const app = new Hono();
  const begun = { pages: 0 };
  app.use(admission(turns, { trustedProxy: null, customerOf: () => null, always: new Set(['/healthz']) }));
  app.get('/healthz', (c) => c.text('alive'));
  app.get('/page', (c) => {
    begun.pages += 1;
    const end = performance.now() + WORK_MS;
    while (performance.now() < end);
    return c.text('page');
  });
  return { fetch: app.fetch, begun, onConnection: () => turns.accepted() };
}

test('new connections are accepted and answered while many pages wait', async () => {
  const { begun, ...site } = busySite();
  const port = await serveReal(site);
  const waiting = Array.from({ length: WAITING }, () => new RawClient(port));
  await Promise.all(waiting.map(({ socket }) => once(socket, 'connect')));
  for (const client of waiting) client.say('GET /page HTTP/1.1', 'host: localhost', '', '');
  await Promise.race(waiting.map(({ socket }) => once(socket, 'data')));
  const before = begun.pages;
  const newcomers = Array.from({ length: NEWCOMERS }, () =>
    new RawClient(port).say('GET /healthz HTTP/1.0', 'host: localhost', '', ''),
  );
  const heard = await Promise.all(newcomers.map((client) => client.heard));
  expect(heard.map(statusOf)).toEqual(newcomers.map(() => 200));
  expect(begun.pages - before).toBeLessThan(2 * NEWCOMERS);
});

import { nextNotice } from '#db/queries/sandbox.ts';
import type { WebhookNotice } from '#server/outside/payments/port.ts';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createLog } from '#server/process/log.ts';
import { deliverWebhooks } from '#server/outside/payments/sandbox-webhooks.ts';
import { MINUTE, WEBHOOK_SECRET, checkoutRequest, openSandbox } from './shop.ts';
import { PATIENCE_MS } from '#tests/patience.ts';

const URL = 'http://shop.example/webhooks/sandbox';
const network = setupServer();
const stops: AbortController[] = [];

beforeAll(() => network.listen({ onUnhandledFrame: 'error' }));
afterAll(() => network.close());
afterEach(() => {
  network.resetHandlers();
  for (const stop of stops.splice(0)) stop.abort();
});

/** A sandbox provider, and a shop that responds to notices with these statuses in turn, then with 200. */
async function business(...statuses: number[]) {
  const shop = openSandbox();
  const { sandbox, clock } = shop;
  const checkout = await sandbox.createCheckout(checkoutRequest(clock));
  const taken: WebhookNotice[] = [];
  let tries = 0;
  network.use(
    http.post(URL, async ({ request }) => {
      const status = statuses[tries++] ?? 200;
      const notice = await sandbox.parseWebhook(await request.bytes(), request.headers, clock.now());
      if (status === 200) taken.push(notice);
      return new HttpResponse(null, { status });
    }),
  );
  const lines: string[] = [];
  const log = createLog({ level: 'info', to: { write: (line) => lines.push(line) } });
  const run = (parts = shop) => {
    const stop = new AbortController();
    stops.push(stop);
    const done = deliverWebhooks({ ...parts, clock, log, webhookSecret: WEBHOOK_SECRET, url: URL }, stop.signal);
    return { stop, done };
  };
  return { ...shop, id: checkout.id, taken, lines, run, tries: () => tries };
}

test('the shop gets a signed notice of a payment', async () => {
  const { sandbox, store, id, run, taken } = await business();
  run();
  await sandbox.pay(id, 'pay');
  await vi.waitFor(() => expect(taken).toEqual([{ id: expect.any(String), checkout: id }]), PATIENCE_MS);
  await vi.waitFor(async () => expect(await nextNotice(store.db)).toBeUndefined(), PATIENCE_MS);
});

test('a failed notice is resent with the same id, with backoff', async () => {
  const { sandbox, clock, store, id, run, taken, tries, lines } = await business(500, 503);
  run();
  await sandbox.pay(id, 'pay');
  await vi.waitFor(async () => expect((await nextNotice(store.db))?.failures).toBe(1), PATIENCE_MS);
  expect((await nextNotice(store.db))!.due_at - clock.now()).toBeGreaterThan(0);
  clock.advance(1000);
  await vi.waitFor(async () => expect((await nextNotice(store.db))?.failures).toBe(2), PATIENCE_MS);
  clock.advance(5000);
  await vi.waitFor(() => expect(taken).toHaveLength(1), PATIENCE_MS);
  expect(tries()).toBe(3);
  expect(lines.join('')).toContain('503');
});

test('a late payment arrives by itself after the shop has closed the checkout, with a notice', async () => {
  const { sandbox, clock, id, run, taken } = await business();
  run();
  await sandbox.pay(id, 'late');
  clock.advance(31 * MINUTE);
  expect((await sandbox.expire(id)).status).toBe('expired');
  expect(taken).toEqual([]);
  clock.advance(1000);
  await vi.waitFor(() => expect(taken).toHaveLength(1), PATIENCE_MS);
  expect((await sandbox.fetch(id)).status).toBe('complete');
});

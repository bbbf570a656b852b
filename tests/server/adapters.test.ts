import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openAdapters, openPayments } from '#server/adapters.ts';
import { loadConfig } from '#server/process/config.ts';
import { createLog } from '#server/process/log.ts';
import { connectionsOf } from '../db/connections.ts';
import { openIn } from '../db/folder.ts';
import { SECRETS } from '../e2e/image/production.ts';
import { tempFolder } from '../temp-folder.ts';
import { checkoutRequest } from './outside/payments/shop.ts';
import { PATIENCE_MS } from '#tests/patience.ts';

const LOCAL = { COOKIE_SECRET: 'a-secret-that-is-long-enough-for-cookies' };

function open(env: Record<string, string> = {}) {
  const config = loadConfig({ ...LOCAL, DATA_FOLDER: tempFolder(), ...env });
  const log = createLog({ level: 'silent' });
  const stopping = new AbortController().signal;
  const adapters = openAdapters(config, log, stopping);
  onTestFinished(() => adapters.close());
  const { store } = openIn(config.dataFolder);
  const { payments, sandbox, run } = openPayments(config, { clock: adapters.clock, log, stopping, store });
  return { ...adapters, payments, run, devRoutes: adapters.devRoutes(sandbox) };
}

test('without keys every outside service is a local stand-in with its own page', async () => {
  const { mailer, payments, storage, webhooks, devRoutes } = open();
  const names = [mailer.name, payments.name, storage.name, webhooks.name];
  expect(names).toEqual(['mailbox', 'sandbox', 'folder', 'local']);
  for (const path of ['/dev/mailbox', '/dev/webhooks']) expect((await devRoutes.request(path)).status).toBe(200);
});

test('with the mail provider’s key mail is sent, and there is no local mailbox page', async () => {
  const { mailer, devRoutes } = open({ RESEND_API_KEY: 're_1', RESEND_WEBHOOK_SECRET: 'whsec_0123456789' });
  expect(mailer.name).toBe('resend');
  expect((await devRoutes.request('/dev/mailbox')).status).toBe(404);
});

test('with keys and a bucket objects are stored there, and nothing on this machine takes uploads', () => {
  const bucket = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key', S3_BUCKET: 'photos' };
  const { storage, devRoutes } = open(bucket);
  expect(storage.name).toBe('s3');
  expect(devRoutes.routes.map(({ path }) => path)).not.toContain('/dev/storage');
  expect(open().devRoutes.routes.map(({ path }) => path)).toContain('/dev/storage');
});

test('with Svix’s token messages are published, and there is no local page of them', async () => {
  const { webhooks, devRoutes } = open({ SVIX_TOKEN: 'testsk_0123456789' });
  expect(webhooks.name).toBe('svix');
  expect((await devRoutes.request('/dev/webhooks')).status).toBe(404);
});

test('in production without Svix’s token nothing is published, and nothing is under /dev', async () => {
  const { webhooks, devRoutes } = open({ ...SECRETS, NODE_ENV: 'production' });
  expect(webhooks.name).toBe('none');
  for (const path of ['/dev/webhooks', '/dev/mailbox', '/dev/clock']) {
    expect((await devRoutes.request(path)).status).toBe(404);
  }
});

test('a sandbox whose disk is full continues, and delivers its notices when there is room', async () => {
  const { result: adapters, connections } = connectionsOf(() => open());
  const books = connections.get('halfday.db')!;
  let deliveries = 0;
  const network = setupServer(
    http.post('http://shop.example/webhooks/sandbox', () => {
      deliveries += 1;
      return new HttpResponse(null);
    }),
  );
  network.listen({ onUnhandledFrame: 'error' });
  const stopping = new AbortController();
  const { id } = await adapters.payments.createCheckout(checkoutRequest(adapters.clock));
  await adapters.devRoutes.request(`/dev/pay/${id}`, { method: 'POST', body: new URLSearchParams({ way: 'pay' }) });
  books.pragma('query_only = ON');
  const running = adapters.run('http://shop.example', stopping.signal);
  onTestFinished(async () => {
    stopping.abort();
    await running;
    network.close();
  });
  const notices = books.prepare<[], number>('SELECT count(*) FROM sandbox_notices').pluck();
  await Promise.race([running, vi.waitFor(() => expect(deliveries).toBeGreaterThan(1), { timeout: PATIENCE_MS })]);
  books.pragma('query_only = OFF');
  await vi.waitFor(() => expect(notices.get()).toBe(0), { timeout: PATIENCE_MS });
});

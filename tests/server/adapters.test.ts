import { expect, onTestFinished, test } from 'vitest';
import { openAdapters, openPayments } from '#server/adapters.ts';
import { loadConfig } from '#server/process/config.ts';
import { createLog } from '#server/process/log.ts';
import { openIn } from '../db/folder.ts';
import { SECRETS } from '../e2e/image/production.ts';
import { tempFolder } from '../temp-folder.ts';

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

test('in production without Svix’s token nothing is published, and nothing is under /dev', async () => {
  const { webhooks, devRoutes } = open({ ...SECRETS, NODE_ENV: 'production' });
  expect(webhooks.name).toBe('none');
  for (const path of ['/dev/webhooks', '/dev/mailbox', '/dev/clock']) {
    expect((await devRoutes.request(path)).status).toBe(404);
  }
});

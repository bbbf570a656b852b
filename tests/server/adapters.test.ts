import { expect, onTestFinished, test } from 'vitest';
import { openAdapters } from '#server/adapters.ts';
import { loadConfig } from '#server/config.ts';
import { createLog } from '#server/log.ts';
import { tempFolder } from '../temp-folder.ts';

const LOCAL = { COOKIE_SECRET: 'a-secret-that-is-long-enough-for-cookies' };

function open(env: Record<string, string> = {}) {
  const config = loadConfig({ ...LOCAL, DATA_FOLDER: tempFolder(), ...env });
  const adapters = openAdapters(config, createLog({ level: 'silent' }), new AbortController().signal);
  onTestFinished(() => adapters.close());
  return adapters;
}

test('without keys everything is a stand-in, each with its page', async () => {
  const { mailer, payments, devRoutes } = open();
  expect([mailer.name, payments.name]).toEqual(['mailbox', 'sandbox']);
  expect((await devRoutes.request('/dev/mailbox')).status).toBe(200);
});

test("with the mail provider's key mail goes out, and there is no mailbox to look into", async () => {
  const { mailer, devRoutes } = open({ RESEND_API_KEY: 're_1' });
  expect(mailer.name).toBe('resend');
  expect((await devRoutes.request('/dev/mailbox')).status).toBe(404);
});

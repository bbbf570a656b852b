import { expect, test } from 'vitest';
import { banner } from '#server/banner.ts';
import { loadConfig } from '#server/process/config.ts';

const LOCAL = { COOKIE_SECRET: 'a-secret-that-is-long-enough-for-cookies', DATA_FOLDER: '/tmp/halfday' };
const KEYS = { STRIPE_WEBHOOK_SECRET: 'whsec_0123456789' };
const RESEND = { RESEND_API_KEY: 're_0123456789', RESEND_WEBHOOK_SECRET: 'whsec_0123456789' };

function lines(env: Record<string, string> = {}): string[] {
  return banner(loadConfig({ ...LOCAL, ...env }), { checked: 0, events: 0 }).split('\n');
}

test('the banner warns of a sender that reaches no customer', () => {
  expect(lines(RESEND).join('\n')).toContain(
    'WARNING: onboarding@resend.dev reaches only the holder of the Resend account.',
  );
  expect(lines().join('\n')).not.toContain('WARNING');
});

test('no key is shown, and no clock that cannot be moved', () => {
  const said = lines({
    ...KEYS,
    STRIPE_SECRET_KEY: 'sk_live_0123456789',
    ...RESEND,
    SVIX_TOKEN: 'sk_0123456789',
  }).join('\n');
  expect(said).not.toMatch(/0123456789|dev\/clock/);
  expect(lines().join('\n')).toContain('/dev/clock');
});

import { expect, test } from 'vitest';
import { banner } from '#server/banner.ts';
import { RUNNING_BUILD } from '#server/process/running-build.ts';
import { loadConfig } from '#server/process/config.ts';

const LOCAL = { COOKIE_SECRET: 'a-secret-that-is-long-enough-for-cookies', DATA_FOLDER: '/tmp/halfday' };
const KEYS = { STRIPE_WEBHOOK_SECRET: 'whsec_0123456789' };
const RESEND = { RESEND_API_KEY: 're_0123456789', RESEND_WEBHOOK_SECRET: 'whsec_0123456789' };

function lines(env: Record<string, string> = {}): string[] {
  return banner(loadConfig({ ...LOCAL, ...env }), { checked: 0, events: 0 }).split('\n');
}

test('the banner names the version that runs', () => {
  expect(lines()).toContain(`  version   ${RUNNING_BUILD.version}`);
});

test('the place of the data is named, without the password', () => {
  expect(lines()).toContain('  data      /tmp/halfday');
  const DATABASE_URL = 'postgres://shop:secret@db.example.com:6432/halfday?sslmode=verify-full';
  expect(lines({ DATABASE_URL })).toContain('  data      PostgreSQL, db.example.com:6432/halfday');
});

test('the banner warns of a sender that reaches no customer', () => {
  expect(lines(RESEND).join('\n')).toContain(
    'WARNING: onboarding@resend.dev reaches only the holder of the Resend account.',
  );
  expect(lines().join('\n')).not.toContain('WARNING');
});

test('the banner names the seller, and what the law asks the owner to watch', () => {
  const seller = { LEGAL_NAME: 'Ann Oak LLC', BUSINESS_ADDRESS: '12 Main St, Ventura, CA 93001' };
  const without = lines({ ...seller, CONTRACTOR_LICENSE: 'none' }).join('\n');
  expect(without).toContain('  legal     Ann Oak LLC, no contractor’s license\n            WARNING: The exemption');
  expect(without).toContain('(Business and Professions Code 7048)');
  expect(without).toContain('(Civil Code 1689.5 to 1689.14)');
  const licensed = lines({ ...seller, CONTRACTOR_LICENSE: '1012345' }).join('\n');
  expect(licensed).toContain('Ann Oak LLC, CSLB License #1012345');
  expect(licensed).toContain('(Business and Professions Code 7159.5 and 7159.10)');
  expect(licensed).not.toContain('7048');
});

test('the banner says where webhook messages go', () => {
  expect(lines()).toContain('  webhooks  stay here: http://localhost:3000/dev/webhooks');
  const svix = lines({ SVIX_TOKEN: 'testsk_0123456789', SVIX_APP_UID: 'oak' });
  expect(svix).toContain('  webhooks  by Svix, application oak');
  const production = { ...loadConfig(LOCAL), webhooks: { kind: 'none' } as const };
  expect(banner(production, { checked: 0, events: 0 })).toContain('  webhooks  none: SVIX_TOKEN is not set\n');
});

test.each([
  [{ checked: 0, events: 0 }, '0 events, all checked'],
  [{ checked: 1, events: 1 }, '1 event, all checked'],
  [{ checked: 1000, events: 1000 }, '1,000 events, all checked'],
  [{ checked: 1000, events: 51_234 }, '51,234 events, the last 1,000 checked'],
])('the banner says how much of the log was checked: %o', (log, words) => {
  expect(banner(loadConfig(LOCAL), log).split('\n')).toContain(`  log       ${words}`);
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

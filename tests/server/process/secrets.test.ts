import { expect, test } from 'vitest';
import { loadConfig } from '#server/process/config.ts';
import { Sealer } from '#server/web/http/sealing.ts';
import { SECRETS } from '../../e2e/image/production.ts';
import { configProblems } from './config-problems.ts';

const BEFORE = { COOKIE_SECRET: 'the secret before the one in use', WEBHOOK: 'whsec_0123456789abcdef' };
const PRODUCTION = { NODE_ENV: 'production', ...SECRETS };

test('previous secrets are accepted after those in use, also for notices of payments and mail', () => {
  const config = loadConfig({
    ...PRODUCTION,
    COOKIE_SECRET_PREVIOUS: BEFORE.COOKIE_SECRET,
    STRIPE_WEBHOOK_SECRET_PREVIOUS: BEFORE.WEBHOOK,
    RESEND_WEBHOOK_SECRET_PREVIOUS: BEFORE.WEBHOOK,
  });
  expect(config.cookieSecrets).toEqual([SECRETS.COOKIE_SECRET, BEFORE.COOKIE_SECRET]);
  expect(config.payments.webhookSecrets).toEqual([SECRETS.STRIPE_WEBHOOK_SECRET, BEFORE.WEBHOOK]);
  expect(config.mail.webhookSecrets).toEqual([SECRETS.RESEND_WEBHOOK_SECRET, BEFORE.WEBHOOK]);
});

test('with several machines, each step of a rotation verifies what the steps before and after it sign', () => {
  const [before, next] = [BEFORE.COOKIE_SECRET, SECRETS.COOKIE_SECRET];
  const steps = [
    { COOKIE_SECRET: before },
    { COOKIE_SECRET: before, COOKIE_SECRET_PREVIOUS: next },
    { COOKIE_SECRET: next, COOKIE_SECRET_PREVIOUS: before },
    { COOKIE_SECRET: next },
  ].map((secrets) => new Sealer(loadConfig({ ...PRODUCTION, ...secrets }).cookieSecrets));
  const verified = steps.map((step) =>
    steps.map((other) => other.verify('cookie:session', step.sign('cookie:session', 'Ada')) === 'Ada'),
  );
  expect(verified).toEqual([
    [true, true, true, false],
    [true, true, true, false],
    [false, true, true, true],
    [false, true, true, true],
  ]);
});

test.each(['COOKIE_SECRET', 'STRIPE_WEBHOOK_SECRET', 'RESEND_WEBHOOK_SECRET'] as const)(
  '%s_PREVIOUS is refused if it is that in use, malformed, or alone',
  (name) => {
    const previous = `${name}_PREVIOUS`;
    expect(configProblems({ ...PRODUCTION, [previous]: SECRETS[name] })).toEqual([
      `${previous} must differ from ${name}: it is the secret before that one`,
    ]);
    const [malformed, ...others] = configProblems({ ...PRODUCTION, [previous]: 'short' });
    expect(malformed).toMatch(new RegExp(`^${previous} must (?:have at least|be a webhook)`));
    expect(others).toEqual([]);
    const text = name === 'COOKIE_SECRET' ? BEFORE.COOKIE_SECRET : BEFORE.WEBHOOK;
    expect(configProblems({ [previous]: text })).toEqual([`${previous} must be set with ${name}`]);
  },
);

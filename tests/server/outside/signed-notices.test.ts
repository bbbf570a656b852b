import { expect, test } from 'vitest';
import { WebhookRejected, signedHeaders, verifySignature } from '#server/outside/signed-notices.ts';
import { checkoutRequest, openSandbox } from './payments/shop.ts';

const SECRET = 'secret';
const NOW = Date.parse('2027-03-01T17:00:00Z');
const BODY = '{"id":"n1","checkout":"c1"}';
const bytes = (text: string) => new TextEncoder().encode(text);

function headers(changes: Record<string, string> = {}, at = NOW, secret = SECRET): Headers {
  return new Headers({ ...signedHeaders({ id: 'n1', timestamp: at / 1000 }, BODY, secret), ...changes });
}

function isTrusted(given: Headers, body = BODY): boolean {
  try {
    return verifySignature(bytes(body), given, [SECRET], NOW) === 'n1';
  } catch (error) {
    if (error instanceof WebhookRejected) return false;
    throw error;
  }
}

test('while the secret is rotated, a signature with either is enough', () => {
  const verify = (secret: string) => verifySignature(bytes(BODY), headers({}, NOW, secret), ['next', SECRET], NOW);
  expect([verify('next'), verify(SECRET)]).toEqual(['n1', 'n1']);
  expect(() => verify('another')).toThrow(WebhookRejected);
});

test('the headers of Svix, with its base64 secret, are trusted like those of the standard', () => {
  const secret = `whsec_${Buffer.from('a secret of Svix').toString('base64')}`;
  const stamp = { id: 'n1', timestamp: NOW / 1000 };
  const svix = Object.entries(signedHeaders(stamp, BODY, secret)).map(([name, value]) => [
    name.replace('webhook-', 'svix-'),
    value,
  ]);
  const given = new Headers(svix as [string, string][]);
  expect(verifySignature(bytes(BODY), given, [secret], NOW)).toBe('n1');
  expect(() => verifySignature(bytes(`${BODY} `), given, [secret], NOW)).toThrow(WebhookRejected);
});

test('five minutes either way are tolerated, not a second more', () => {
  expect(isTrusted(headers({}, NOW - 300_000))).toBe(true);
  expect(isTrusted(headers({}, NOW + 300_000))).toBe(true);
  expect(isTrusted(headers({}, NOW - 301_000))).toBe(false);
  expect(isTrusted(headers({}, NOW + 301_000))).toBe(false);
});

test.each(['soon', '-1', '1e9', '9'.repeat(40)])('the time "%s" is refused', (time) => {
  expect(isTrusted(headers({ 'webhook-timestamp': time }))).toBe(false);
});

test.each(['', 'no json', '[]', '{"id":"n1"}', '{"id":"n2","checkout":"c1"}', '\ud800'])(
  'a well-signed notice that says "%s" is refused',
  async (body) => {
    const { sandbox, clock } = openSandbox();
    await sandbox.createCheckout(checkoutRequest(clock));
    const stamp = { id: 'n1', timestamp: Math.floor(NOW / 1000) };
    const signed = new Headers(signedHeaders(stamp, body, 'webhook-secret'));
    await expect(sandbox.parseWebhook(bytes(body), signed, NOW)).rejects.toThrow(WebhookRejected);
  },
);

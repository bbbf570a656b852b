import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { SECRETS } from '../../e2e/image/production.ts';
import { tempFolder } from '../../temp-folder.ts';
import { events } from './command.ts';

const network = setupServer();
beforeAll(() => network.listen({ onUnhandledFrame: 'error' }));
afterEach(() => network.resetHandlers());
afterAll(() => network.close());

const STRIPE = 'https://api.stripe.com';
const SITE = SECRETS.PUBLIC_URL;

const EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.expired',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
];

const stripeFails = (status: number) =>
  HttpResponse.json({ error: { type: 'invalid_request_error', message: 'no' } }, { status });

const endpoint = (change: object = {}) => ({
  id: 'we_1',
  object: 'webhook_endpoint',
  url: `${SITE}/webhooks/stripe`,
  status: 'enabled',
  enabled_events: EVENTS,
  ...change,
});

const RESEND_EVENTS = ['email.bounced', 'email.complained', 'email.suppressed'];

const resendWebhooks = (events: readonly string[], status = 'enabled') =>
  HttpResponse.json({
    object: 'list',
    has_more: false,
    data: [{ id: '1', endpoint: `${SITE}/webhooks/resend`, status, events }],
  });

const stripeList = (...data: object[]) => HttpResponse.json({ object: 'list', data, has_more: false });

/** Everything outside as it should be: a site in production whose object storage alone is left out. */
function everythingInOrder(): void {
  const session = { id: 'cs_1', object: 'checkout.session', status: 'open' };
  network.use(
    http.head(`${STRIPE}/`, () => new HttpResponse(null, { headers: { date: new Date().toUTCString() } })),
    http.post(`${STRIPE}/v1/checkout/sessions`, () => HttpResponse.json(session)),
    http.post(`${STRIPE}/v1/checkout/sessions/cs_1/expire`, () => HttpResponse.json({ ...session, status: 'expired' })),
    http.get(`${STRIPE}/v1/refunds`, () => stripeList()),
    http.get(`${STRIPE}/v1/payment_intents`, () => stripeList()),
    http.get(`${STRIPE}/v1/disputes`, () => stripeList()),
    http.get(`${STRIPE}/v1/webhook_endpoints`, () => stripeList(endpoint())),
    http.get('https://api.resend.com/domains', () =>
      HttpResponse.json({
        object: 'list',
        has_more: false,
        data: [{ id: '1', name: 'example.com', status: 'verified' }],
      }),
    ),
    http.get('https://api.resend.com/webhooks', () => resendWebhooks(RESEND_EVENTS)),
    http.get('https://api.eu.svix.com/api/v1/app/bookings/endpoint', () =>
      HttpResponse.json({
        data: [{ id: 'ep_1', url: 'https://hook.example', disabled: false }],
        done: true,
        iterator: null,
      }),
    ),
    http.get(`${SITE}/healthz`, () => HttpResponse.json({ status: 'alive' })),
    http.get('https://example.com/', () => new HttpResponse(null, { status: 308, headers: { location: `${SITE}/` } })),
    http.all('https://bucket.s3.us-west-1.amazonaws.com/*', () =>
      HttpResponse.xml('<Error><Code>AccessDenied</Code></Error>', { status: 403 }),
    ),
  );
}

/** Runs `doctor` with the settings of a site in production. Returns its lines by part. */
async function doctor(change: Readonly<Record<string, string>> = {}) {
  const env = {
    ...SECRETS,
    NODE_ENV: 'production',
    RESEND_FROM: 'visits@example.com',
    SVIX_TOKEN: 'testsk_0123456789.eu',
    REDIRECT_HOSTS: 'example.com',
    ...change,
  };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const { code, out, err } = await events(tempFolder(), 'doctor');
  const lines = `${out}${err}`.trimEnd().split('\n');
  const lineOf = (part: string) =>
    lines.find((line) => line.slice(8).startsWith(part))?.replaceAll(/ {2,}/g, ' ') ?? '';
  return { code, out, err, lineOf };
}

test('without outside services, doctor checks the disk alone and says so', async () => {
  const { code, out } = await events(tempFolder(), 'doctor');
  expect(code).toBe(0);
  expect(out).toMatch(/^local +Payments +the sandbox/m);
  expect(out).toMatch(/^local +Database +none yet/m);
  expect(out).toMatch(/^ok +Disk /m);
});

test('if a setting is missing, doctor names it and checks nothing else', async () => {
  const { code, err } = await doctor({ S3_BUCKET: '' });
  expect(code).toBe(1);
  expect(err).toMatch(/^FAILED +Settings +S3_BUCKET is required\n$/);
});

test('doctor reports each working service, and exits with 1 if one fails', async () => {
  everythingInOrder();
  const { code, lineOf } = await doctor();
  expect(lineOf('Stripe key')).toBe(
    'ok Stripe key live; opened and closed a checkout, read payments, refunds and disputes',
  );
  expect(lineOf('Stripe webhook')).toMatch(/^ok .* gets all events/);
  expect(lineOf('Resend')).toBe('ok Resend the key is good, and example.com is verified');
  expect(lineOf('Svix')).toBe('ok Svix the token is good; application bookings has active endpoints: 1');
  expect(lineOf('Clock')).toMatch(/^ok/);
  expect(lineOf('Law')).toMatch(/^WARNING Law The exemption from licensing ends/);
  expect(lineOf('PUBLIC_URL')).toBe(`ok PUBLIC_URL ${SITE} answers`);
  expect(lineOf('REDIRECT_HOSTS')).toBe(`ok REDIRECT_HOSTS https://example.com redirects to ${SITE}`);
  expect(lineOf('Storage ')).toMatch(/^FAILED Storage Can't write an object: .*Check the S3_ settings/);
  expect(code).toBe(1);
});

test.each([
  ['a wrong key', 401, 'Stripe rejects the key. Copy STRIPE_SECRET_KEY again, from Developers, API keys.'],
  ['a key without permission', 403, 'The restricted key lacks a permission.'],
  ['a failure of Stripe', 400, 'Stripe answered 400'],
])('doctor reports %s of Stripe with its remedy', async (_, status, words) => {
  everythingInOrder();
  network.use(http.post(`${STRIPE}/v1/checkout/sessions`, () => stripeFails(status)));
  expect((await doctor()).lineOf('Stripe key')).toContain(`FAILED Stripe key ${words}`);
});

test.each([
  [[], 'No endpoint for https://www.example.com/webhooks/stripe. Add one'],
  [[endpoint({ status: 'disabled' })], 'is disabled. Enable it'],
  [[endpoint({ enabled_events: ['checkout.session.completed'] })], 'checkout.session.expired, charge.refunded,'],
])('a Stripe webhook endpoint that would miss events is said: %j', async (data, words) => {
  everythingInOrder();
  network.use(http.get(`${STRIPE}/v1/webhook_endpoints`, () => stripeList(...data)));
  const line = (await doctor()).lineOf('Stripe webhook');
  expect(line).toMatch(/^FAILED/);
  expect(line).toContain(words);
});

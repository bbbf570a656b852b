import { describe, expect, test } from 'vitest';
import { fulfil } from '#server/bookings/buying/fulfil.ts';
import { confirmationPath } from '#server/bookings/paths.ts';
import { refunds } from '#server/bookings/jobs/refunds.ts';
import { run, until } from '../../../workers/run.ts';
import { FAULTS, type Respond } from './faults.ts';
import { openShop, useNetwork } from './shop.ts';

const network = useNetwork();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const CAUSE = { correlation: 'a test' };

/** Texts that must not be logged: the key, the visitor's address, and the body of an error page. */
const PRIVATE = /sk_test_0123456789abcdef|ada@example\.com|Welcome/;

/** A short timeout for a response that never comes; a long one otherwise, for busy machines. */
function open(fault?: Respond) {
  const shop = openShop(network, fault === FAULTS['a timeout'] ? { timeoutMs: 300 } : {});
  return { ...shop, shop, ada: shop.visitor() };
}

async function held(fault?: Respond) {
  const shop = open(fault);
  const id = await shop.ada.holds();
  return { ...shop, id, confirmation: `303 ${confirmationPath(id, 'half-day')}` };
}

describe.each(Object.entries(FAULTS))('%s', (_, fault) => {
  test.each(['listRefunds', 'refund'] as const)(
    'at "%s" makes a refund fail, and the next attempt succeeds',
    async (call) => {
      const { shop, ada, stripe, clock, history, id, store } = await held(fault);
      await ada.pays();
      clock.advance(8 * DAY);
      await fulfil(shop, ada.checkout, CAUSE);
      stripe.breaks(call, fault);
      const reasons: string[] = [];
      store.onCommit((events) => {
        for (const { type, data } of events) if (type === 'RefundFailed') reasons.push(data.reason);
      });
      run(shop, refunds);
      await until(() => history(id).includes('RefundFailed'));
      await clock.idle();
      stripe.mends(call);
      clock.advance(1000);
      await until(() => history(id).includes('RefundSucceeded'));
      expect(stripe.refunds).toHaveLength(1);
      expect(reasons).toHaveLength(1);
      expect(reasons[0]).toMatch(/^Stripe/);
      expect(reasons[0]).not.toMatch(PRIVATE);
      const keys = new Set(stripe.of('refund').map(({ headers }) => headers.get('idempotency-key')));
      expect(keys.size).toBe(1);
    },
  );
});

test('errors are logged as types, codes and request ids', async () => {
  const { payments, stripe, ada } = await held();
  const error = {
    type: 'invalid_request_error',
    code: 'parameter_unknown',
    param: 'line_items[0][price_data]',
    message: 'Received unknown parameter ada@example.com',
  };
  stripe.breaks('fetch', () => Response.json({ error }, { status: 400, headers: { 'request-id': 'req_A1b2' } }));
  const failure = await payments.fetch(ada.checkout).catch((reason: unknown) => reason);
  expect(failure).toMatchObject({
    name: 'ProviderError',
    message:
      'Stripe refused the call: StripeInvalidRequestError, status 400, code parameter_unknown, parameter line_items[0][price_data], request req_A1b2',
  });
  expect(failure).not.toHaveProperty('cause');
});

import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { z } from 'zod';
import { isUnavailable } from '#db/read-models/read-model-faults.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import type { Clock } from '../../process/clock.ts';
import { fromAddress } from '../../web/http/checked-input.ts';
import { allowOnly } from '../../web/http/allowed-methods.ts';
import type { Log } from '../../process/log.ts';
import {
  NoSuchCheckout,
  NoSuchPayment,
  type PaymentProvider,
  type WebhookNotice,
  WebhookRejected,
} from '../../outside/payments/port.ts';

/** Remembers which notices were handled, so that none is handled twice. */
export interface SeenNotices {
  has(id: string): boolean;
  add(id: string): Promise<void>;
}

export interface WebhookParts {
  readonly payments: PaymentProvider;
  readonly clock: Clock;
  readonly log: Log;
  readonly seen: SeenNotices;
  /** Records what the provider knows about the checkout. `notice` is the cause. */
  readonly fulfil: (checkout: string, notice: string) => Promise<unknown>;
  /** The same for a payment: its refunds and disputes. */
  readonly reviewPayment: (payment: string, notice: string) => Promise<unknown>;
}

/** Whether the subject of a notice is unknown here or at the provider. */
function isNotOurs(error: unknown): error is Error {
  return error instanceof Rejected || error instanceof NoSuchCheckout || error instanceof NoSuchPayment;
}

/**
 * `POST /webhooks/:provider`. A notice only causes a query to the provider. What cannot be handled now is answered with an error,
 * so that the provider repeats it. Notices about other bookings are accepted and ignored: another shop may share the provider's
 * account.
 */
export function webhookRoutes({ payments, clock, log, seen, fulfil, reviewPayment }: WebhookParts): Hono {
  const act = async ({ id, checkout, payment }: WebhookNotice): Promise<void> => {
    try {
      if (checkout !== undefined) await fulfil(checkout, id);
      if (payment !== undefined) await reviewPayment(payment, id);
    } catch (error) {
      if (!isNotOurs(error)) throw error;
      log.error({ provider: payments.name, notice: id, checkout, payment, reason: error.message }, 'webhook not ours');
    }
  };
  const address = z.object({ provider: fromAddress(z.literal(payments.name)) });
  const app = new Hono();
  app.post('/webhooks/:provider', zValidator('param', address), async (c) => {
    if (c.req.valid('param').provider === null) return c.text('There is no such provider.', 404);
    const body = new Uint8Array(await c.req.arrayBuffer());
    try {
      const notice = await payments.parseWebhook(body, c.req.raw.headers, clock.now());
      const key = `${payments.name}:${notice.id}`;
      if (seen.has(key)) return c.text('Seen before.');
      await act(notice);
      await seen.add(key);
      return c.text('Taken.');
    } catch (error) {
      if (error instanceof WebhookRejected) {
        log.warn({ provider: payments.name, reason: error.message }, 'webhook rejected');
        return c.text('This notice cannot be trusted.', 400);
      }
      if (isUnavailable(error)) throw error;
      log.error({ err: error, provider: payments.name }, 'webhook failed');
      return c.text('Something went wrong. Send it again later.', 500);
    }
  });
  app.all('/webhooks/:provider', allowOnly('POST'));
  app.all('/webhooks/*', (c) => c.text('There is no such provider.', 404));
  return app;
}

import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { z } from 'zod';
import { isStorageError } from '#db/open-store.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import type { MailNotices, ReturnedMail } from '../../outside/mail/mail-notices.ts';
import { UnknownToProvider, type PaymentProvider } from '../../outside/payments/port.ts';
import { WebhookRejected } from '../../outside/signed-notices.ts';
import type { Clock } from '../../process/clock.ts';
import type { Log } from '../../process/log.ts';
import { lruCache } from '../../process/lru-cache.ts';
import { nullIfInvalid } from '../../web/http/checked-input.ts';
import { allowOnly } from '../../web/http/responses.ts';

/** A short memory is enough: signatures expire after five minutes, and a repetition only queries the provider. */
const MOST_SEEN = 10_000;

interface Notice {
  readonly id: string;
  readonly handle: () => Promise<unknown>;
}

export interface NoticeSource {
  readonly name: string;
  /** Throws `WebhookRejected` if the signature is wrong or the notice is malformed. */
  read(body: Uint8Array, headers: Headers, now: number): Promise<Notice>;
}

interface NoticeParts {
  readonly sources: readonly NoticeSource[];
  readonly clock: Clock;
  readonly log: Log;
}

/** If a notice can't be handled now, the error makes the provider retry it. */
export function noticeRoutes({ sources, clock, log }: NoticeParts): Hono {
  const seen = lruCache<string>(MOST_SEEN);
  const address = z.object({ provider: nullIfInvalid(z.enum(sources.map(({ name }) => name))) });
  const app = new Hono();
  app.post('/webhooks/:provider', zValidator('param', address), async (c) => {
    const { provider } = c.req.valid('param');
    const source = sources.find(({ name }) => name === provider);
    if (!source) return c.text('There is no such provider.', 404);
    const body = new Uint8Array(await c.req.arrayBuffer());
    try {
      const notice = await source.read(body, c.req.raw.headers, clock.now());
      const key = `${source.name}:${notice.id}`;
      if (seen.has(key)) return c.text('Seen before.');
      await notice.handle();
      seen.set(key, key);
      return c.text('Taken.');
    } catch (error) {
      if (error instanceof WebhookRejected) {
        log.warn({ provider, reason: error.message }, 'webhook rejected');
        return c.text('This notice cannot be trusted.', 400);
      }
      if (isStorageError(error)) throw error;
      log.error({ err: error, provider }, 'webhook failed');
      return c.text('Something went wrong. Send it again later.', 500);
    }
  });
  app.all('/webhooks/:provider', allowOnly('POST'));
  app.all('/webhooks/*', (c) => c.text('There is no such provider.', 404));
  return app;
}

export function mailNotices(
  notices: MailNotices,
  record: (returned: ReturnedMail, notice: string) => Promise<void>,
): NoticeSource {
  return {
    name: notices.name,
    async read(body, headers, now) {
      const { id, returned } = notices.parse(body, headers, now);
      return { id, handle: async () => returned && record(returned, id) };
    },
  };
}

interface PaymentNoticeParts {
  readonly payments: PaymentProvider;
  readonly log: Log;
  readonly fulfil: (checkout: string, notice: string) => Promise<unknown>;
  readonly reviewPayment: (payment: string, notice: string) => Promise<unknown>;
}

function isNotOurs(error: unknown): error is Error {
  return error instanceof Rejected || error instanceof UnknownToProvider;
}

/** A notice only causes a query. Ignores other shops' notices, because several may share an account. */
export function paymentNotices({ payments, log, fulfil, reviewPayment }: PaymentNoticeParts): NoticeSource {
  return {
    name: payments.name,
    async read(body, headers, now) {
      const { id, checkout, payment } = await payments.parseWebhook(body, headers, now);
      const handle = async () => {
        try {
          if (checkout !== undefined) await fulfil(checkout, id);
          if (payment !== undefined) await reviewPayment(payment, id);
        } catch (error) {
          if (!isNotOurs(error)) throw error;
          log.error(
            { provider: payments.name, notice: id, checkout, payment, reason: error.message },
            'webhook ignored',
          );
        }
      };
      return { id, handle };
    },
  };
}

import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { z } from 'zod';
import { isStorageError } from '#db/open-store.ts';
import { WebhookRejected } from '../../outside/signed-notices.ts';
import type { Clock } from '../../process/clock.ts';
import type { Log } from '../../process/log.ts';
import { allowOnly } from '../../web/http/responses.ts';
import { nullIfInvalid } from '../../web/http/checked-input.ts';
import type { MailNotices, ReturnedMail } from '../../outside/mail/mail-notices.ts';

export interface SeenNotices {
  has(id: string): boolean;
  add(id: string): Promise<void>;
}

export interface Notice {
  readonly id: string;
  readonly handle: () => Promise<unknown>;
}

export interface NoticeSource {
  readonly name: string;
  /** Throws `WebhookRejected` if the signature is wrong or the notice is malformed. */
  read(body: Uint8Array, headers: Headers, now: number): Promise<Notice>;
}

export interface NoticeParts {
  readonly sources: readonly NoticeSource[];
  readonly clock: Clock;
  readonly log: Log;
  readonly seen: SeenNotices;
}

/** If a notice can't be handled now, the error makes the provider retry it. */
export function noticeRoutes({ sources, clock, log, seen }: NoticeParts): Hono {
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
      await seen.add(key);
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

const MOST = 10_000;

/** A short memory is enough: signatures expire after five minutes, and a repetition only queries the provider. */
export class RecentNotices implements SeenNotices {
  readonly #ids = new Set<string>();

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  add(id: string): Promise<void> {
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > MOST && oldest !== undefined) this.#ids.delete(oldest);
    return Promise.resolve();
  }
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

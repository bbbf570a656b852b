import { nextNotice, removeNotice } from '#db/queries/sandbox.ts';
import type { AppParts } from '#server/app.ts';
import { SandboxPayments } from '#server/outside/payments/sandbox.ts';
import { signedHeaders } from '#server/outside/signed-notices.ts';
import type { WebhookProvider } from '#server/outside/webhooks/port.ts';
import { NOW } from '../../events/facts.ts';
import { openApplication } from './application.ts';
import type { Config } from '#server/process/config.ts';
import type { HandClock } from '../hand-clock.ts';
import { WatchedProvider } from './provider.ts';
import { Visitor } from './visitor.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

export type Site = ReturnType<typeof openSite>;

/** The application with the sandbox as its payment provider. A page is the flash it was given, unless `renderPage` makes it. */
export function openSite(
  now: number = NOW,
  env: Readonly<Record<string, string>> = {},
  renderPage?: AppParts['renderPage'],
  openWebhooks?: (config: Config, clock: HandClock) => WebhookProvider,
) {
  const application = openApplication({
    ...(renderPage && { renderPage }),
    openWebhooks,
    now,
    env,
    openPayments({ payments }, clock, store) {
      if (payments.kind !== 'sandbox') throw new Error('these tests take place in the sandbox');
      const { webhookSecrets } = payments;
      return new WatchedProvider(new SandboxPayments({ store, clock, webhookSecrets }));
    },
  });
  const { app, clock, config, payments, store } = application;
  const { sandbox } = payments;

  /** Posts the provider's pending notices to the site, each `times` times. Resolves with their number. */
  async function deliverNotices(times = 1): Promise<number> {
    for (let count = 0; ; count++) {
      const notice = await nextNotice(store.db);
      if (!notice) return count;
      const { id, checkout } = notice;
      const body = JSON.stringify({ id, checkout });
      const stamp = { id, timestamp: Math.floor(clock.now() / 1000) };
      const headers = signedHeaders(stamp, body, config.payments.webhookSecrets[0]);
      for (let time = 0; time < times; time++) {
        const response = await app.request('/webhooks/sandbox', { method: 'POST', body, headers });
        if (!response.ok) throw new Error(`the notice was answered with ${response.status}`);
      }
      await store.write([removeNotice(store.db, id)]);
    }
  }

  return {
    ...application,
    sandbox,
    deliverNotices,
    visitor: (address?: string) => new Visitor({ app, bank: sandbox, ...(address && { address }) }),
  };
}

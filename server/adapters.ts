import type { Store } from '#db/store.ts';
import { type Clock, MovableClock, systemClock } from './process/clock.ts';
import type { Config } from './process/config.ts';
import { devRoutes } from './dev/routes.ts';
import type { Log } from './process/log.ts';
import { openMail } from './outside/mail/open-mail.ts';
import { WatchedMailer } from './outside/mail/watched-mailer.ts';
import { WatchedWebhooks } from './outside/webhooks/watched-webhooks.ts';
import { SandboxPayments } from './outside/payments/sandbox.ts';
import { deliverWebhooks } from './outside/payments/sandbox-webhooks.ts';
import { StripePayments } from './outside/payments/stripe.ts';
import { openStorage } from './outside/storage/open-storage.ts';
import { keepGoing } from './process/keep-going.ts';
import { localWebhooks } from './outside/webhooks/local.ts';
import { NO_WEBHOOKS } from './outside/webhooks/port.ts';
import { SvixWebhooks } from './outside/webhooks/svix.ts';

/** All but the payment provider. Running calls end once `stopping` aborts. */
export function openAdapters(config: Config, log: Log, stopping: AbortSignal) {
  const { appName, timeZone } = config;
  const movableClock = config.clock.kind === 'movable' ? new MovableClock(config.clock.file) : null;
  const clock = movableClock ?? systemClock;
  const { mailer, notices: mailNotices, mailbox } = openMail(config, clock);
  const storage = openStorage(config, { clock, stopping });
  const { webhooks, local } = openWebhooks(config, clock, log);
  return {
    clock,
    mailer: new WatchedMailer(mailer, clock),
    mailNotices,
    storage,
    webhooks: new WatchedWebhooks(webhooks),
    /** `sandbox`: the payment provider's, if it is in use. */
    devRoutes: (sandbox: SandboxPayments | null) =>
      devRoutes({ appName, timeZone, clock, mailbox, sandbox, localWebhooks: local, movableClock }),
    close: () => storage.close(),
  };
}

interface PaymentParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly stopping: AbortSignal;
  readonly store: Pick<Store, 'db' | 'write'>;
}

/** Running calls end once `stopping` aborts. Call `run` with this process's address; it ends with its signal. */
export function openPayments({ payments: chosen }: Config, { clock, log, stopping, store }: PaymentParts) {
  if (chosen.kind === 'stripe') {
    const payments = new StripePayments({ ...chosen, clock, stopping });
    return { payments, sandbox: null, run: () => Promise.resolve() };
  }
  const { webhookSecrets } = chosen;
  const sandbox = new SandboxPayments({ store, clock, webhookSecrets });
  return {
    payments: sandbox,
    sandbox,
    run: (origin: string, signal: AbortSignal): Promise<void> => {
      const url = `${origin}/webhooks/${sandbox.name}`;
      const deliver = keepGoing('sandboxWebhooks', deliverWebhooks);
      return deliver({ sandbox, store, clock, log, webhookSecret: webhookSecrets[0], url }, signal);
    },
  };
}

function openWebhooks({ webhooks: chosen }: Config, clock: Clock, log: Log) {
  if (chosen.kind === 'svix') return { webhooks: new SvixWebhooks({ ...chosen, clock }), local: null };
  if (chosen.kind === 'none') return { webhooks: NO_WEBHOOKS, local: null };
  const local = localWebhooks(chosen.url, log);
  return { webhooks: local, local };
}

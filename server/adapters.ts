import type { Hono } from 'hono';
import { SandboxPaymentStore } from '#db/sandbox/sandbox-payments.ts';
import { type Clock, MovableClock, systemClock } from './process/clock.ts';
import type { Config } from './process/config.ts';
import { devRoutes } from './dev/routes.ts';
import type { Log } from './process/log.ts';
import { openMail } from './outside/mail/open-mail.ts';
import type { MailNotices } from './outside/mail/mail-notices.ts';
import { WatchedMailer } from './outside/mail/watched-mailer.ts';
import { openWebhooks } from './outside/webhooks/open-webhooks.ts';
import { WatchedWebhooks } from './outside/webhooks/watched-webhooks.ts';
import { guarded } from './outside/payments/guarded.ts';
import type { PaymentProvider } from './outside/payments/port.ts';
import { SandboxPayments } from './outside/payments/sandbox.ts';
import { deliverWebhooks } from './outside/payments/sandbox-webhooks.ts';
import { StripePayments } from './outside/payments/stripe.ts';
import { openStorage } from './outside/storage/open-storage.ts';
import type { ObjectStorage } from './outside/storage/port.ts';
import { keepGoing } from './process/following/keep-going.ts';

/** The services outside the process, behind their ports. */
export interface Adapters {
  readonly clock: Clock;
  readonly payments: PaymentProvider;
  readonly mailer: WatchedMailer;
  /** Reads the mail provider's notices. */
  readonly mailNotices: MailNotices;
  readonly storage: ObjectStorage;
  readonly webhooks: WatchedWebhooks;
  /** The error of a stand-in that cannot write, when the disk accepts no writes; null when all can. */
  readonly refused: unknown;
  /** The pages of the local stand-ins, under `/dev`. */
  readonly devRoutes: Hono;
  /** Runs the background work of the stand-ins until the signal aborts. `origin` is this process's own address. */
  run(origin: string, signal: AbortSignal): Promise<void>;
  close(): void;
}

/**
 * Opens the adapters that the configuration names; no other code chooses adapters. When `stopping` aborts, running calls of the
 * payment provider end.
 */
export function openAdapters(config: Config, log: Log, stopping: AbortSignal): Adapters {
  const { appName, timeZone } = config;
  const movableClock = config.clock.kind === 'movable' ? new MovableClock(config.clock.file) : null;
  const clock = movableClock ?? systemClock;
  const { mailer, notices: mailNotices, mailbox } = openMail(config, clock);
  const { storage, folder } = openStorage(config, { clock, stopping });
  folder?.removeHalves();
  const { webhooks, localWebhooks } = openWebhooks(config, { clock, log });
  const { payments, sandbox, refused, run, close } = openPayments(config, { clock, log, stopping });
  return {
    clock,
    payments,
    mailer: new WatchedMailer(mailer, clock),
    mailNotices,
    storage,
    webhooks: new WatchedWebhooks(webhooks),
    devRoutes: devRoutes({
      appName,
      timeZone,
      clock,
      mailbox,
      mailSecret: config.mail.webhookSecret,
      sandbox,
      folder,
      localWebhooks,
      movableClock,
    }),
    refused,
    run,
    close: () => {
      storage.close();
      close();
    },
  };
}

interface OpenedPayments extends Pick<Adapters, 'payments' | 'refused' | 'run' | 'close'> {
  readonly sandbox: SandboxPayments | null;
}

/** The payment provider, or the sandbox. */
function openPayments(
  { payments: chosen }: Config,
  { clock, log, stopping }: { readonly clock: Clock; readonly log: Log; readonly stopping: AbortSignal },
): OpenedPayments {
  if (chosen.kind === 'stripe') {
    const payments = guarded(new StripePayments({ ...chosen, clock }), {
      elapsed: () => clock.elapsed(),
      log,
      stopping,
    });
    return { payments, sandbox: null, refused: null, run: () => Promise.resolve(), close: () => {} };
  }
  const { file, webhookSecret } = chosen;
  const store = new SandboxPaymentStore(file);
  const sandbox = new SandboxPayments({ store, clock, webhookSecret });
  return {
    payments: sandbox,
    sandbox,
    refused: store.refused,
    run: (origin, signal) => {
      const url = `${origin}/webhooks/${sandbox.name}`;
      const deliver = keepGoing('sandboxWebhooks', deliverWebhooks);
      return deliver({ sandbox, store, clock, log, webhookSecret, url }, signal);
    },
    close: () => store.close(),
  };
}

import type { Hono } from 'hono';
import { SandboxPaymentStore } from '#db/sandbox/sandbox-payments.ts';
import { type Clock, MovableClock, systemClock } from './process/clock.ts';
import type { Config } from './process/config.ts';
import { devRoutes } from './dev/routes.ts';
import type { Log } from './process/log.ts';
import { Mailbox } from './outside/mail/mailbox.ts';
import type { Mailer } from './outside/mail/port.ts';
import { ResendMailer } from './outside/mail/resend.ts';
import { WatchedMailer } from './outside/mail/watched-mailer.ts';
import { LocalWebhooks } from './outside/webhooks/local.ts';
import { NO_WEBHOOKS, type WebhookProvider } from './outside/webhooks/port.ts';
import { localSigningSecret } from './outside/webhooks/signature.ts';
import { SvixWebhooks } from './outside/webhooks/svix.ts';
import { WatchedWebhooks } from './outside/webhooks/watched-webhooks.ts';
import { guarded } from './outside/payments/guarded.ts';
import type { PaymentProvider } from './outside/payments/port.ts';
import { SandboxPayments } from './outside/payments/sandbox.ts';
import { deliverWebhooks } from './outside/payments/sandbox-webhooks.ts';
import { StripePayments } from './outside/payments/stripe.ts';
import { keepGoing } from './process/following/keep-going.ts';

/** The services outside the process, behind their ports. */
export interface Adapters {
  readonly clock: Clock;
  readonly payments: PaymentProvider;
  readonly mailer: WatchedMailer;
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
  const { mailer, mailbox } = openMail(config, clock);
  const { webhooks, localWebhooks } = openWebhooks(config, { clock, log });
  const { payments, sandbox, refused, run, close } = openPayments(config, { clock, log, stopping });
  return {
    clock,
    payments,
    mailer: new WatchedMailer(mailer, clock),
    webhooks: new WatchedWebhooks(webhooks),
    devRoutes: devRoutes({ appName, timeZone, clock, mailbox, sandbox, localWebhooks, movableClock }),
    refused,
    run,
    close,
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

/** The mail provider, or the local mailbox. */
function openMail({ appName, email, mail }: Config, clock: Clock): { mailer: Mailer; mailbox: Mailbox | null } {
  const sender = { name: appName, address: mail.from, replyTo: email };
  if (mail.kind === 'resend')
    return { mailer: new ResendMailer({ apiKey: mail.apiKey, sender, clock }), mailbox: null };
  const mailbox = new Mailbox({ folder: mail.folder, sender, clock });
  return { mailer: mailbox, mailbox };
}

/** The webhook provider, the local stand-in, or none. */
function openWebhooks(
  { webhooks: chosen, cookieSecret }: Config,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): { webhooks: WebhookProvider; localWebhooks: LocalWebhooks | null } {
  if (chosen.kind === 'svix') return { webhooks: new SvixWebhooks({ ...chosen, clock }), localWebhooks: null };
  if (chosen.kind === 'none') return { webhooks: NO_WEBHOOKS, localWebhooks: null };
  const localWebhooks = new LocalWebhooks({ ...chosen, secret: localSigningSecret(cookieSecret), clock, log });
  return { webhooks: localWebhooks, localWebhooks };
}

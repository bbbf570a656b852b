import { Hono } from 'hono';
import type { Clock, MovableClock } from '../process/clock.ts';
import type { Mailbox } from '../outside/mail/mailbox.ts';
import type { LocalWebhooks } from '../outside/webhooks/local.ts';
import type { SandboxPayments } from '../outside/payments/sandbox.ts';
import type { FolderStorage } from '../outside/storage/folder.ts';
import { clockPage } from './clock-page.ts';
import { mailboxPage } from './mailbox-page.ts';
import { payPage } from './pay-page.ts';
import { storageUploads } from './storage-uploads.ts';
import { webhooksPage } from './webhooks-page.ts';

export interface DevParts {
  readonly appName: string;
  readonly timeZone: string;
  readonly clock: Clock;
  /** The stand-ins in use; one that is null has no page. */
  readonly mailbox: Mailbox | null;
  /** Signs the mailbox's notices. */
  readonly mailSecret: string;
  readonly sandbox: SandboxPayments | null;
  readonly folder: FolderStorage | null;
  readonly localWebhooks: LocalWebhooks | null;
  readonly movableClock: MovableClock | null;
}

/** Pages of the local stand-ins, all under `/dev`. Mount them behind the site's checks of host, origin and size. */
export function devRoutes(parts: DevParts): Hono {
  const { appName, timeZone, clock, mailbox, mailSecret, sandbox, folder, localWebhooks, movableClock } = parts;
  const app = new Hono();
  if (mailbox) app.route('/', mailboxPage({ mailbox, secret: mailSecret, clock, timeZone }));
  if (sandbox) app.route('/', payPage({ sandbox, clock, appName, timeZone }));
  if (folder) app.route('/', storageUploads({ storage: folder }));
  if (localWebhooks) app.route('/', webhooksPage({ webhooks: localWebhooks, timeZone }));
  if (movableClock) app.route('/', clockPage({ clock: movableClock, timeZone }));
  return app;
}

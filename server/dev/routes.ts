import { Hono } from 'hono';
import type { Clock, MovableClock } from '../process/clock.ts';
import type { Mailbox } from '../outside/mail/mailbox.ts';
import type { SandboxPayments } from '../outside/payments/sandbox.ts';
import { clockPage } from './clock-page.ts';
import { mailboxPage } from './mailbox-page.ts';
import { payPage } from './pay-page.ts';

export interface DevParts {
  readonly appName: string;
  readonly timeZone: string;
  readonly clock: Clock;
  readonly mailbox: Mailbox | null;
  readonly mailSecret: string;
  readonly sandbox: SandboxPayments | null;
  readonly movableClock: MovableClock | null;
}

/** All under `/dev`. Mount them behind the site's checks of host, origin and size. */
export function devRoutes(parts: DevParts): Hono {
  const { appName, timeZone, clock, mailbox, mailSecret, sandbox, movableClock } = parts;
  const app = new Hono();
  if (mailbox) app.route('/', mailboxPage({ mailbox, secret: mailSecret, clock, timeZone }));
  if (sandbox) app.route('/', payPage({ sandbox, clock, appName, timeZone }));
  if (movableClock) app.route('/', clockPage({ clock: movableClock, timeZone }));
  return app;
}

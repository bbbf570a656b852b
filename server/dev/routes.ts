import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Clock, MovableClock } from '../process/clock.ts';
import type { Mailbox } from '../outside/mail/mailbox.ts';
import type { SandboxPayments } from '../outside/payments/sandbox.ts';
import { clockPage } from './clock-page.ts';
import { mailboxPage } from './mailbox-page.ts';
import { page } from './page.ts';
import { payPage } from './pay-page.ts';
import type { LocalWebhooks } from '../outside/webhooks/local.ts';

export interface DevParts {
  readonly appName: string;
  readonly timeZone: string;
  readonly clock: Clock;
  readonly mailbox: Mailbox | null;
  readonly sandbox: SandboxPayments | null;
  readonly localWebhooks: LocalWebhooks | null;
  readonly movableClock: MovableClock | null;
}

/** All under `/dev`. Mount them behind the site's checks of host, origin and size. */
export function devRoutes(parts: DevParts): Hono {
  const { appName, timeZone, clock, mailbox, sandbox, localWebhooks, movableClock } = parts;
  const app = new Hono();
  if (mailbox) app.route('/', mailboxPage({ mailbox, timeZone }));
  if (sandbox) app.route('/', payPage({ sandbox, clock, appName, timeZone }));
  if (localWebhooks) app.route('/', webhooksPage(localWebhooks));
  if (movableClock) app.route('/', clockPage({ clock: movableClock, timeZone }));
  return app;
}

function webhooksPage(webhooks: LocalWebhooks): Hono {
  return new Hono().get('/dev/webhooks', (c) => {
    const messages = webhooks.messages.map(
      ({ type, payload }) =>
        html`<h2>${type}</h2>
          <pre tabindex="0">${JSON.stringify(payload, null, 2)}</pre>`,
    );
    const body = html`<p>The newest messages since startup. <code>WEBHOOK_URL</code> sends each to your receiver.</p>
      ${messages}`;
    return page(c, { title: 'Webhooks', body });
  });
}

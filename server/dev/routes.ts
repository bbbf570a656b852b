import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { civilDateAt } from '#events/business-time.ts';
import { longDate } from '#shared/civil-date.ts';
import { clockTime, zoneName } from '#shared/time-zone.ts';
import { type Clock, LARGEST_OFFSET, type MovableClock } from '../process/clock.ts';
import { nullIfInvalid } from '../web/http/checked-input.ts';
import type { Mailbox } from '../outside/mail/mailbox.ts';
import type { SandboxPayments } from '../outside/payments/sandbox.ts';
import { mailboxPage } from './mailbox-page.ts';
import { page, wantsJson } from './page.ts';
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

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

const FURTHEST = 366 * DAY;

const move = z.object({
  advance: nullIfInvalid(
    z
      .string()
      .regex(/^\d{1,12}$/)
      .transform(Number),
  ),
  reset: z.unknown().optional(),
});

/** Form field `advance` in milliseconds, or `reset`. Responds in JSON if the client accepts it. */
function clockPage({ clock, timeZone }: { clock: MovableClock; timeZone: string }): Hono {
  const app = new Hono();
  const reading = () => ({ now: clock.now(), at: new Date(clock.now()).toISOString(), offset: clock.offset });

  app.get('/dev/clock', (c) => {
    if (wantsJson(c)) return c.json(reading());
    const { now, offset } = reading();
    const ahead = offset === 0 ? 'This is real time.' : `This is ${aheadWords(offset)} ahead of real time.`;
    const body = html`<p>${zoneName(timeZone)}, as the business sees it. ${ahead}</p>
      <form method="post">
        <p><button name="advance" value="${MINUTE}">Move ahead 1 minute</button></p>
        <p><button name="advance" value="${31 * MINUTE}">Move ahead 31 minutes: every hold lapses</button></p>
        <p><button name="advance" value="${DAY}">Move ahead 1 day</button></p>
        ${offset === 0 ? '' : html`<p><button name="reset" value="1">Back to real time</button></p>`}
      </form>`;
    return page(c, { title: `${longDate(civilDateAt(now, timeZone))}, ${clockTime(now, timeZone)}`, body });
  });

  app.post('/dev/clock', zValidator('form', move), (c) => {
    const { advance, reset } = c.req.valid('form');
    const ms = advance ?? 0;
    if (reset !== undefined) clock.reset();
    else if (clock.offset + ms > LARGEST_OFFSET) return c.text('the clock goes at most a hundred years ahead', 422);
    else if (ms > 0 && ms <= FURTHEST) clock.advance(ms);
    else return c.text(`advance must be milliseconds, from 1 to ${FURTHEST}`, 422);
    return wantsJson(c) ? c.json(reading()) : c.redirect('/dev/clock', 303);
  });

  return app;
}

function aheadWords(ms: number): string {
  const minutes = Math.round(ms / MINUTE);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

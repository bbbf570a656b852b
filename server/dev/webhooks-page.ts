import { Hono } from 'hono';
import { html } from 'hono/html';
import { civilDateAt } from '#events/business-time.ts';
import { shortDate } from '#shared/civil-date.ts';
import { clockTime } from '#shared/time-zone.ts';
import type { LocalMessage, LocalWebhooks } from '../outside/webhooks/local.ts';
import { type Markup, missing, page, wantsJson } from './page.ts';

/** Most messages that the page lists; JSON lists all. */
const MOST = 100;

interface Parts {
  readonly webhooks: LocalWebhooks;
  readonly timeZone: string;
}

/** Shows the published webhook messages: as pages, and for `Accept: application/json` as an array, newest last. */
export function webhooksPage({ webhooks, timeZone }: Parts): Hono {
  const app = new Hono();

  app.get('/dev/webhooks', async (c) => {
    if (wantsJson(c)) return c.json(await webhooks.list());
    const ids = await webhooks.ids();
    const messages = await webhooks.list(ids.slice(-MOST));
    return page(c, { title: 'Webhooks', body: list(messages.toReversed(), ids.length, { webhooks, timeZone }) });
  });

  app.get('/dev/webhooks/:id', async (c) => {
    const message = await webhooks.find(c.req.param('id'));
    if (!message) return missing(c, 'There is no such message');
    return page(c, { title: message.type, body: single(message, { webhooks, timeZone }) });
  });

  app.post('/dev/webhooks/:id', async (c) => {
    const message = await webhooks.find(c.req.param('id'));
    if (!message) return missing(c, 'There is no such message');
    await webhooks.deliver(message.id);
    return c.redirect(`/dev/webhooks/${message.id}`, 303);
  });

  return app;
}

function when(at: string, timeZone: string): string {
  const ms = Date.parse(at);
  return `${shortDate(civilDateAt(ms, timeZone))}, ${clockTime(ms, timeZone).replace(' ', '\u00a0')}`;
}

/** `not sent`, `answered 204`, `failed: connection refused`. */
function outcomeWords({ deliveries }: LocalMessage): string {
  const last = deliveries.at(-1);
  if (!last) return 'not sent';
  return /^\d+$/.test(last.outcome) ? `answered ${last.outcome}` : `failed: ${last.outcome}`;
}

function receiverWords({ webhooks: { url, secret } }: Parts): Markup {
  const where =
    url === null
      ? html`Set <code>WEBHOOK_URL</code> to have each one sent to an address of yours, too.`
      : html`Each one is also sent once to ${url}.`;
  return html`<p>
      What the site publishes on this machine is kept here instead of going to Svix, and is signed the same way.
      ${where}
    </p>
    <p class="quiet">Signing secret: <code>${secret}</code></p>`;
}

function list(messages: readonly LocalMessage[], total: number, parts: Parts): Markup {
  const { webhooks, timeZone } = parts;
  const items = messages.map(
    (message) =>
      html`<li>
        <a href="/dev/webhooks/${message.id}">${message.type}</a><br />
        <small>${when(message.at, timeZone)}${webhooks.url === null ? '' : `, ${outcomeWords(message)}`}</small>
      </li>`,
  );
  const counted = html`<p class="quiet">
      ${total} published, newest first${total > messages.length ? `, ${messages.length} shown` : ''}.
    </p>
    <ul>
      ${items}
    </ul>`;
  return html`<h1>Webhooks</h1>
    ${receiverWords(parts)} ${messages.length === 0 ? html`<p>No message yet.</p>` : counted}`;
}

function single(message: LocalMessage, { webhooks: { url }, timeZone }: Parts): Markup {
  const { type, at, body, headers, deliveries } = message;
  const tried = deliveries.map(({ at: then, outcome }) => html`<li>${when(then, timeZone)}: ${outcome}</li>`);
  const sending = html`<h2>Sent to ${url}</h2>
    ${
      deliveries.length === 0
        ? html`<p>Not yet.</p>`
        : html`<ul>
            ${tried}
          </ul>`
    }
    <form method="post">
      <div><button>Send it now</button></div>
    </form>`;
  return html`<h1>${type}</h1>
    <p class="quiet">Published ${when(at, timeZone)}.</p>
    ${url === null ? '' : sending}
    <h2>Headers</h2>
    <pre tabindex="0">
${Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n')}</pre>
    <h2>Body</h2>
    <pre tabindex="0">${JSON.stringify(JSON.parse(body), null, 2)}</pre>`;
}

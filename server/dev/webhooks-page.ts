import type { Hono } from 'hono';
import { html } from 'hono/html';
import type { LocalMessage, LocalWebhooks } from '../outside/webhooks/local.ts';
import { missing, storedPages, when } from './page.ts';

/** With `Accept: application/json` an array, newest last. */
export function webhooksPage({ webhooks, timeZone }: { webhooks: LocalWebhooks; timeZone: string }): Hono {
  const { url, secret } = webhooks;
  const where =
    url === null
      ? html`Set <code>WEBHOOK_URL</code> to have each one sent to an address of yours, too.`
      : `Each one is also sent once to ${url}.`;
  const intro = html`<p>
      What the site publishes on this machine is kept here instead of going to Svix, and is signed the same way.
      ${where}
    </p>
    <p>
      <small>Signing secret: <code>${secret}</code></small>
    </p>`;
  const sending = ({ deliveries }: LocalMessage) =>
    html`<h2>Sent to ${url}</h2>
      <ul>
        ${deliveries.map(({ at, outcome }) => html`<li>${when(at, timeZone)}: ${outcome}</li>`)}
      </ul>
      <form method="post"><button>Send it now</button></form>`;
  const app = storedPages<LocalMessage>({
    path: '/dev/webhooks',
    title: 'Webhooks',
    intro,
    store: webhooks,
    titleOf: ({ type }) => type,
    detailsOf: ({ at, deliveries }) =>
      [when(at, timeZone), ...deliveries.slice(-1).map(({ outcome }) => `sent: ${outcome}`)].join(', '),
    bodyOf: (message) =>
      html`<p>Published ${when(message.at, timeZone)}.</p>
        ${url === null ? '' : sending(message)}
        <h2>Headers</h2>
        <pre tabindex="0">${JSON.stringify(message.headers, null, 2)}</pre>
        <h2>Body</h2>
        <pre tabindex="0">${JSON.stringify(JSON.parse(message.body), null, 2)}</pre>`,
  });

  app.post('/dev/webhooks/:id', async (c) => {
    const message = await webhooks.find(c.req.param('id'));
    if (!message) return missing(c, 'There is no such message');
    await webhooks.deliver(message.id);
    return c.redirect(`/dev/webhooks/${message.id}`, 303);
  });

  return app;
}

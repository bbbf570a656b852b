import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { refuseAccess, signInPath } from '#shared/account/account.ts';
import { WEBHOOK_PORTAL_PATH } from '#shared/owner/stats.ts';
import type { AccountContext } from '../../accounts/context.ts';
import { WebhookDelayed } from '../../outside/webhooks/port.ts';
import { PLAIN_STYLE } from '../../web/http/plain-style.ts';
import { textResponse } from '../../web/http/responses.ts';
import type { RequestVariables } from '../../web/middleware/request-log.ts';

type Env = { Variables: RequestVariables };

/**
 * Leads an admin to the provider's portal by a page, because browsers check a form's redirect against the policy. The link is a
 * secret and stays out of every log.
 */
export function webhookPortalRoute(contextOf: (c: Context<Env>) => AccountContext): Hono<Env> {
  const routes = new Hono<Env>();
  routes.post(WEBHOOK_PORTAL_PATH, async (c) => {
    const context = contextOf(c);
    const refusal = refuseAccess((await context.signIn.current())?.role ?? null, 'admin');
    for (const cookie of context.cookies.changes) c.header('set-cookie', cookie, { append: true });
    if (refusal !== null) return c.redirect(signInPath('not-allowed', '/app/admin'), 303);
    const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
    try {
      const url = await context.webhooks.portal(c.req.raw.signal);
      if (url === null) return textResponse(c, 'This site sends no webhooks through a provider.', 404, headers);
      return c.html(leading(url), 200, headers);
    } catch (error) {
      if (!(error instanceof WebhookDelayed)) throw error;
      context.log.warn({ err: error, request: c.get('requestId') }, 'webhook portal not opened');
      const words = `Svix doesn’t let us in at the moment. Go back and try again in a few minutes.\n\n${error.message}.`;
      return textResponse(c, words, 503, { ...headers, 'retry-after': '60' });
    }
  });
  return routes;
}

function leading(url: string) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta http-equiv="refresh" content="0; url=${url}" />
        <title>Opening Svix</title>
        ${PLAIN_STYLE}
      </head>
      <body>
        <main>
          <h1>Opening Svix</h1>
          <p><a href="${url}">Go to your webhooks at Svix</a>. The link works for an hour.</p>
          <p><a href="/app/admin">Back to Admin</a></p>
        </main>
      </body>
    </html>`;
}

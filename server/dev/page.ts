import { hash } from 'node:crypto';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { html, raw } from 'hono/html';
import { civilDateAt } from '#events/business-time.ts';
import { shortDate } from '#shared/civil-date.ts';
import { clockTime } from '#shared/time-zone.ts';
import { PLAIN_STYLE } from '../web/http/plain-style.ts';

export type Markup = ReturnType<typeof html>;

const STYLE = raw(`<style>
nav { margin-bottom: 1.5rem; border-bottom: 1px solid var(--line); word-spacing: 1rem; line-height: 2.75 }
main { overflow-wrap: anywhere }
small { color: var(--pencil) }
.notice { border-left: 4px solid var(--ink); background: var(--sheet); padding: 0.5rem 1rem }
button, input { box-sizing: border-box; max-width: 100%; border: 1px solid var(--edge); border-radius: 2px;
  background: var(--sheet); padding: 0.75rem 1rem; color: var(--ink); font: inherit }
button { width: 100%; font-weight: 600; text-align: left }
button[value='pay'] { background: var(--accent); color: var(--on-accent) }
h2 { font-size: 1.25rem }
ul { padding: 0; list-style: none }
li { border-top: 1px solid var(--line); padding: 0.625rem 0 }
iframe { width: 100%; height: 60rem; border: 0 }
pre { font-size: 0.875rem; white-space: pre-wrap }
</style>`);

/** Safari keeps pages in its bfcache in spite of `no-store`. */
const RELOAD_ON_RETURN = "addEventListener('pageshow', ({ persisted }) => persisted && location.reload())";
const SCRIPT = raw(`<script>${RELOAD_ON_RETURN}</script>`);
const SCRIPT_HASH = hash('sha256', RELOAD_ON_RETURN, 'base64');

interface Page {
  readonly title: string;
  readonly body: Markup | string;
  readonly status?: 200 | 404 | 422;
  readonly reloadsOnReturn?: boolean;
  /** Origins that its forms may redirect to, beside this site's. */
  readonly leadsTo?: readonly string[];
}

/** Works without scripts and is never cached. */
export function page(c: Context, { title, body, status = 200, reloadsOnReturn = false, leadsTo = [] }: Page) {
  c.header(
    'content-security-policy',
    `default-src 'none'; ${reloadsOnReturn ? `script-src 'sha256-${SCRIPT_HASH}'; ` : ''}` +
      "style-src 'unsafe-inline'; img-src data:; frame-src 'self'; base-uri 'none'; " +
      `form-action ${["'self'", ...leadsTo].join(' ')}; frame-ancestors 'none'`,
  );
  c.header('cache-control', 'no-store');
  c.header('x-robots-tag', 'noindex');
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title}</title>
          <link rel="icon" href="data:," />
          ${PLAIN_STYLE} ${STYLE} ${reloadsOnReturn ? SCRIPT : ''}
        </head>
        <body>
          <nav aria-label="Stand-ins on this machine">
            <a href="/">Site</a>
            <a href="/dev/mailbox">Mailbox</a>
            <a href="/dev/webhooks">Webhooks</a>
            <a href="/dev/clock">Clock</a>
          </nav>
          <main>
            <h1>${title}</h1>
            ${body}
          </main>
        </body>
      </html>`,
    status,
  );
}

export function missing(c: Context, title: string) {
  return page(c, { title, status: 404, body: '' });
}

export function wantsJson(c: Context): boolean {
  c.header('vary', 'accept', { append: true });
  c.header('cache-control', 'no-store');
  const supports = ['text/html', 'application/json'];
  return accepts(c, { header: 'Accept', supports, default: 'text/html' }) === 'application/json';
}

export function when(at: string, timeZone: string): string {
  const ms = Date.parse(at);
  return `${shortDate(civilDateAt(ms, timeZone))}, ${clockTime(ms, timeZone)}`;
}

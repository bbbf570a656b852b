import { hash } from 'node:crypto';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { html, raw } from 'hono/html';
import { PLAIN_STYLE } from '../web/http/plain-style.ts';

export type Markup = ReturnType<typeof html>;

const STYLE = html`<style>
  nav {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1.25rem;
    align-items: center;
    border-bottom: 1px solid var(--line);
    margin-bottom: 1.5rem;
  }
  nav a {
    padding: 0.625rem 0;
  }
  small,
  .quiet {
    color: var(--pencil);
  }
  .said {
    border: 1px solid var(--edge);
    border-left: 4px solid var(--ink);
    background: var(--sheet);
    padding: 0.5rem 1rem;
  }
  form > div {
    margin: 0 0 1rem;
  }
  button,
  input {
    border: 1px solid var(--edge);
    border-radius: 2px;
    background: var(--sheet);
    color: var(--ink);
    /* Safari zooms into a field with letters below 16 px. */
    font: inherit;
  }
  button {
    display: block;
    width: 100%;
    min-height: 3.25rem;
    padding: 0.5rem 1rem;
    font-weight: 600;
    text-align: left;
    cursor: pointer;
  }
  button:hover {
    border-color: var(--accent);
  }
  button.first {
    border-color: var(--accent);
    background: var(--accent);
    color: var(--on-accent);
  }
  ul {
    margin: 0 0 1rem;
    padding: 0;
    list-style: none;
  }
  li {
    border-top: 1px solid var(--line);
    padding: 0.625rem 0;
  }
  small {
    line-height: 1.4;
  }
  small,
  code,
  h1 {
    overflow-wrap: anywhere;
  }
  input {
    max-width: 100%;
    padding: 0.375rem 0.5rem;
  }
  body.wide {
    max-width: 74rem;
  }
  h2 {
    margin: 2rem 0 0.5rem;
    font-size: 1.25rem;
  }
  dl {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0.25rem 1.25rem;
    margin: 0 0 1.5rem;
  }
  dt {
    color: var(--pencil);
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  .choice {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1.25rem;
    margin: 0 0 0.5rem;
  }
  summary {
    padding: 0.625rem 0;
    cursor: pointer;
  }
  .choice a {
    padding: 0.625rem 0;
  }
  .choice a[aria-current] {
    color: var(--ink);
    font-weight: 600;
    text-decoration: none;
  }
  .frames {
    display: flex;
    flex-wrap: wrap;
    gap: 1.5rem;
  }
  figure {
    margin: 0;
    max-width: 100%;
  }
  figcaption {
    color: var(--pencil);
  }
  iframe {
    box-sizing: content-box;
    max-width: 100%;
    height: 76rem;
    border: 1px solid var(--line);
  }
  /** Below this width both columns would be as wide as the window. */
  @media (max-width: 44rem) {
    figure + figure {
      display: none;
    }
  }
  pre {
    font-size: 0.875rem;
    overflow-x: auto;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    border: 1px solid var(--line);
    padding: 1rem;
  }
</style>`;

interface Page {
  readonly title: string;
  readonly body: Markup;
  readonly status?: 200 | 404 | 422;
  /** For content that needs more width than text. */
  readonly isWide?: boolean;
  /** Reloads the page when it is restored from the bfcache. */
  readonly reloadsOnReturn?: boolean;
  /** Origins, beside this site's own, that the page's forms may post to. */
  readonly leadsTo?: readonly string[];
}

/** Whether the client wants JSON rather than a page. No cache may keep either. */
export function wantsJson(c: Context): boolean {
  c.header('vary', 'accept', { append: true });
  c.header('cache-control', 'no-store');
  const supports = ['text/html', 'application/json'];
  return accepts(c, { header: 'Accept', supports, default: 'text/html' }) === 'application/json';
}

/** Safari keeps pages in its bfcache in spite of `no-store`. */
const RELOAD_ON_RETURN = "addEventListener('pageshow', ({ persisted }) => persisted && location.reload())";
const SCRIPT = raw(`<script>${RELOAD_ON_RETURN}</script>`);
const SCRIPT_HASH = hash('sha256', RELOAD_ON_RETURN, 'base64');

/** A page of the local stand-ins: no scripts but that one, no external resources, never cached. */
export function page(
  c: Context,
  { title, body, status = 200, isWide = false, reloadsOnReturn = false, leadsTo = [] }: Page,
): Response | Promise<Response> {
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
        <body class="${isWide ? 'wide' : ''}">
          <nav aria-label="Stand-ins on this machine">
            <a href="/">Site</a>
            <a href="/dev/mailbox">Mailbox</a>
            <a href="/dev/webhooks">Webhooks</a>
            <a href="/dev/clock">Clock</a>
          </nav>
          <main>${body}</main>
        </body>
      </html>`,
    status,
  );
}

export function missing(c: Context, what: string): Response | Promise<Response> {
  return page(c, { title: what, status: 404, body: html`<h1>${what}</h1>` });
}

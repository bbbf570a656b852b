import type { Context, Handler } from 'hono';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { PLAIN_STYLE } from './plain-style.ts';
import { hash } from 'node:crypto';

const TITLES: Readonly<Partial<Record<ContentfulStatusCode, string>>> = {
  404: 'We can’t find that',
  408: 'That took too long',
  410: 'This is out of date',
  413: 'That’s too much at once',
  429: 'Please wait a moment',
  500: 'Something went wrong',
  503: 'We can’t do that right now',
};

/** HTML for a browser, else plain text, where no page of the app can be shown. Empty lines separate paragraphs. */
export async function textResponse(
  c: Context,
  text: string,
  status: ContentfulStatusCode,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const both = { vary: 'accept', ...headers };
  if (!c.req.header('accept')?.includes('text/html')) return c.text(text, status, both);
  const title = TITLES[status] ?? 'That didn’t work';
  const paragraphs = text.trim().split('\n\n');
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${PLAIN_STYLE}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
          <p><a href="/">Go to the home page</a></p>
        </main>
      </body>
    </html>`;
  // Without a length, `compression` would stream it.
  const bytes = Buffer.from((await page).toString());
  return c.body(bytes, status, {
    ...both,
    'content-type': 'text/html; charset=utf-8',
    'content-length': String(bytes.length),
  });
}

export function allowOnly(...methods: readonly string[]): Handler {
  const allow = methods.join(', ');
  return (c) => c.text(`This address takes only ${methods.join(' and ')}.`, 405, { allow });
}

/** Every client accepts this many characters in a header. */
const LONGEST_ADDRESS = 4096;

/** The query only says how to show the page. */
export function dropLongQuery(to: string): string {
  const end = to.length > LONGEST_ADDRESS ? to.indexOf('?') : -1;
  return end < 0 ? to : to.slice(0, end);
}

export function seeOther(c: Context, to: string): Response {
  return c.redirect(dropLongQuery(to), 303);
}

/** Weak, because bytes differ between content codings (RFC 9110, section 8.8.3). */
export function weakETag(content: string | Uint8Array): string {
  return `W/"${hash('sha256', content, 'base64url').slice(0, 22)}"`;
}

/** For `If-None-Match` (RFC 9110, section 13.1.2). */
export function matchesETag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch?.trim() === '*') return true;
  return ifNoneMatch?.match(/"[^"]*"/g)?.includes(etag.replace(/^W\//, '')) ?? false;
}

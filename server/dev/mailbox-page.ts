import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { civilDateAt } from '#events/business-time.ts';
import { shortDate } from '#shared/civil-date.ts';
import { clockTime } from '#shared/time-zone.ts';
import type { MailReturn } from '#events/mail.ts';
import type { Clock } from '../process/clock.ts';
import { nullIfInvalid } from '../web/http/checked-input.ts';
import type { Mailbox, SentMail } from '../outside/mail/mailbox.ts';
import { postReturnNotice } from '../outside/mail/mailbox-notices.ts';
import { type Markup, missing, page, wantsJson } from './page.ts';

/** Most mails that the page lists; JSON lists all. */
const MOST = 100;

const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

const RETURNS = { bounced: 'Bounce', complained: 'Report as spam' } as const satisfies Record<MailReturn, string>;
const returned = z.enum(['bounced', 'complained']);

const query = z.object({ theme: nullIfInvalid(z.enum(themes)), returned: nullIfInvalid(returned) });
const attachment = z.object({ id: z.string(), index: nullIfInvalid(z.coerce.number().int().nonnegative()) });

export interface MailboxPageParts {
  readonly mailbox: Mailbox;
  /** Signs the notices of returned mail. */
  readonly secret: string;
  readonly clock: Clock;
  readonly timeZone: string;
}

/**
 * Shows the sent mails: as pages, and for `Accept: application/json` as an array, newest last. Buttons post the notice of a bounce or a
 * spam report.
 */
export function mailboxPage({ mailbox, secret, clock, timeZone }: MailboxPageParts): Hono {
  const app = new Hono();

  app.get('/dev/mailbox', async (c) => {
    if (wantsJson(c)) return c.json(await mailbox.list());
    const ids = await mailbox.ids();
    const mails = await mailbox.list(ids.slice(-MOST));
    return page(c, { title: 'Mailbox', body: list(mails.toReversed(), ids.length, timeZone) });
  });

  app.get('/dev/mailbox/:id', zValidator('query', query), async (c) => {
    const mail = await mailbox.find(c.req.param('id'));
    if (!mail) return missing(c, 'There is no such mail');
    const { theme, returned: isTold } = c.req.valid('query');
    const said = isTold === null ? '' : html`<p class="said">The site has recorded that this mail was returned.</p>`;
    const body = html`${said} ${single(mail, timeZone, theme ?? 'light')}`;
    return page(c, { title: mail.subject, body, isWide: true });
  });

  app.post('/dev/mailbox/:id/:returned', zValidator('param', z.object({ id: z.string(), returned })), async (c) => {
    const { id, returned: kind } = c.req.valid('param');
    const mail = await mailbox.find(id);
    if (!mail) return missing(c, 'There is no such mail');
    const url = new URL('/webhooks/mailbox', c.req.url).href;
    if (!(await postReturnNotice(mail, kind, { url, secret, clock })))
      return c.text('The site rejected the notice. Its log says why.', 502);
    return c.redirect(`/dev/mailbox/${id}?returned=${kind}`, 303);
  });

  app.get('/dev/mailbox/:id/attachments/:index', zValidator('param', attachment), async (c) => {
    const { id, index } = c.req.valid('param');
    const mail = await mailbox.find(id);
    const file = index === null ? undefined : mail?.attachments[index];
    if (!file) return missing(c, 'There is no such attachment');
    return c.body(file.content, 200, {
      'content-type': file.contentType,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.filename)}`,
      'cache-control': 'no-store',
    });
  });

  return app;
}

function when({ at }: SentMail, timeZone: string): string {
  const ms = Date.parse(at);
  return `${shortDate(civilDateAt(ms, timeZone))}, ${clockTime(ms, timeZone).replace(' ', '\u00a0')}`;
}

function list(mails: readonly SentMail[], total: number, timeZone: string): Markup {
  if (mails.length === 0) {
    return html`<h1>Mailbox</h1>
      <p>No mail yet. What the site sends on this machine is kept here, and goes nowhere.</p>`;
  }
  const items = mails.map(
    (mail) =>
      html`<li>
        <a href="/dev/mailbox/${mail.id}">${mail.subject}</a><br />
        <small>to ${mail.to}, ${when(mail, timeZone)}</small>
      </li>`,
  );
  return html`<h1>Mailbox</h1>
    <p class="quiet">${total} sent, newest first${total > mails.length ? `, ${mails.length} shown` : ''}.</p>
    <ul>
      ${items}
    </ul>`;
}

/** Widths at which a mail is shown, in pixels: of a phone, and of a desktop mail program. */
const WIDTHS = [
  ['On a phone', 390],
  ['On a desk', 640],
] as const;

/** The mail in this theme, regardless of the browser's preference. */
function inTheme(html: string, theme: Theme): string {
  return html.replaceAll(/\(\s*prefers-color-scheme:\s*(dark|light)\s*\)/g, (_, asked) =>
    asked === theme ? 'all' : 'not all',
  );
}

function single(mail: SentMail, timeZone: string, theme: Theme): Markup {
  const { from, replyTo, to, attachments, text, html: source } = mail;
  const headers = [
    ['From', from],
    ['Reply to', replyTo],
    ['To', to],
    ['Sent', when(mail, timeZone)],
  ].filter(([, value]) => value !== undefined);
  const choices = themes.map(
    (each) =>
      html`<a href="?theme=${each}" ${each === theme ? html`aria-current="true"` : ''}
        >${each === 'light' ? 'By day' : 'In the dark'}</a
      >`,
  );
  const frames = WIDTHS.map(
    ([words, width]) =>
      html`<figure>
        <figcaption>${words}, ${width} px</figcaption>
        <iframe
          title="The mail: ${words.toLowerCase()}"
          style="width: ${width}px; color-scheme: ${theme}"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcdoc="${inTheme(source, theme)}"
        ></iframe>
      </figure>`,
  );
  return html`<h1>${mail.subject}</h1>
    <dl>
      ${headers.map(
        ([label, value]) =>
          html`<dt>${label}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
    ${Object.entries(mail.cause === undefined ? {} : RETURNS).map(
      ([kind, words]) =>
        html`<form method="post" action="/dev/mailbox/${mail.id}/${kind}">
          <div><button>${words}</button></div>
        </form>`,
    )}
    <p class="choice">${choices}</p>
    <div class="frames">${frames}</div>
    <h2>As text</h2>
    <pre tabindex="0">${text}</pre>
    ${attachments.length === 0 ? '' : html`<h2>Attached</h2>`}
    ${attachments.map(
      ({ filename, contentType, content }, index) =>
        html`<p>
            <a href="/dev/mailbox/${mail.id}/attachments/${index}">${filename}</a>
            <span class="quiet">${contentType}</span>
          </p>
          ${folded(content)}`,
    )}
    <h2>As HTML</h2>
    ${folded(source)}`;
}

function folded(content: string): Markup {
  return html`<details>
    <summary>${Buffer.byteLength(content)} bytes</summary>
    <pre tabindex="0">${content}</pre>
  </details>`;
}

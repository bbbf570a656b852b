import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { nullIfInvalid } from '../web/http/checked-input.ts';
import type { Mailbox, SentMail } from '../outside/mail/mailbox.ts';
import { type Markup, missing, page, when } from './page.ts';

const MOST = 100;

const attachment = z.object({ id: z.string(), index: nullIfInvalid(z.coerce.number().int().nonnegative()) });

/** Newest first. */
export function mailboxPage({ mailbox, timeZone }: { mailbox: Mailbox; timeZone: string }): Hono {
  const app = new Hono();

  app.get('/dev/mailbox', async (c) => {
    const mails = await mailbox.list();
    const links = mails
      .slice(-MOST)
      .map(
        ({ id, subject, to, at }) =>
          html`<li>
            <a href="/dev/mailbox/${id}">${subject}</a><br /><small>to ${to}, ${when(at, timeZone)}</small>
          </li>`,
      );
    const body = html`<p>The site’s mails on this machine are stored here and not sent.</p>
      <p>${mails.length} in all, newest first, at most ${MOST} shown.</p>
      <ul>
        ${links.toReversed()}
      </ul>`;
    return page(c, { title: 'Mailbox', body });
  });

  app.get('/dev/mailbox/:id', async (c) => {
    const mail = await mailbox.find(c.req.param('id'));
    if (!mail) return missing(c, 'There is no such mail');
    return page(c, { title: mail.subject, body: bodyOf(mail, timeZone) });
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

function bodyOf({ id, from, replyTo, to, at, text, html: source, attachments }: SentMail, timeZone: string): Markup {
  return html`<p>From ${from} (reply to ${replyTo}) to ${to}, ${when(at, timeZone)}</p>
    <iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${source}"></iframe>
    <h2>As text</h2>
    <pre tabindex="0">${text}</pre>
    ${attachments.map(
      ({ filename, content }, index) =>
        html`<h2><a href="/dev/mailbox/${id}/attachments/${index}">${filename}</a></h2>
          <pre tabindex="0">${content}</pre>`,
    )}`;
}

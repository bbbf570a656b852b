import { Hono } from 'hono';
import type { Clock, MovableClock } from '../process/clock.ts';
import type { Mailbox } from '../outside/mail/mailbox.ts';
import type { LocalWebhooks } from '../outside/webhooks/local.ts';
import type { SandboxPayments } from '../outside/payments/sandbox.ts';
import type { FolderStorage } from '../outside/storage/folder.ts';
import { clockPage } from './clock-page.ts';
import { mailboxPage } from './mailbox-page.ts';
import { payPage } from './pay-page.ts';
import { webhooksPage } from './webhooks-page.ts';
import { MOST_PHOTO_BYTES } from '#shared/booking/photos.ts';
import { MOST_UPLOAD_BYTES, UPLOAD_PATH } from '../outside/storage/folder-uploads.ts';
import { BadMultipart, readMultipart } from '../web/http/multipart.ts';

export interface DevParts {
  readonly appName: string;
  readonly timeZone: string;
  readonly clock: Clock;
  readonly mailbox: Mailbox | null;
  readonly mailSecret: string;
  readonly sandbox: SandboxPayments | null;
  readonly folder: FolderStorage | null;
  readonly localWebhooks: LocalWebhooks | null;
  readonly movableClock: MovableClock | null;
}

/** All under `/dev`. Mount them behind the site's checks of host, origin and size. */
export function devRoutes(parts: DevParts): Hono {
  const { appName, timeZone, clock, mailbox, mailSecret, sandbox, folder, localWebhooks, movableClock } = parts;
  const app = new Hono();
  if (mailbox) app.route('/', mailboxPage({ mailbox, secret: mailSecret, clock, timeZone }));
  if (sandbox) app.route('/', payPage({ sandbox, clock, appName, timeZone }));
  if (folder) app.route('/', storageUploads({ storage: folder }));
  if (localWebhooks) app.route('/', webhooksPage({ webhooks: localWebhooks, timeZone }));
  if (movableClock) app.route('/', clockPage({ clock: movableClock, timeZone }));
  return app;
}

/** In states that are rare on pages, without scripts. */
export function componentsPage(render: () => Promise<string>): Hono {
  const app = new Hono();
  app.get('/dev/components', async (c) => {
    c.header(
      'content-security-policy',
      "default-src 'none'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; img-src 'self' data:; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    c.header('cache-control', 'no-store');
    c.header('x-robots-tag', 'noindex');
    return c.html(await render());
  });
  return app;
}

/** Responds as S3: 204, or an error in XML. */
export function storageUploads({ storage }: { readonly storage: FolderStorage }): Hono {
  const app = new Hono();
  const refused = (code: string, status: 400 | 403) =>
    new Response(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`, {
      status,
      headers: { 'content-type': 'application/xml', 'cache-control': 'no-store' },
    });

  app.post(UPLOAD_PATH, async (c) => {
    let file: Uint8Array | null | undefined;
    const take = async (bytes: Uint8Array | null) => {
      file = bytes;
    };
    const rules = { name: 'file', mostFiles: 1, mostBytes: MOST_PHOTO_BYTES, mostBytesInAll: MOST_UPLOAD_BYTES, take };
    const read = await readMultipart(c.req.raw, rules).catch((error: unknown) => {
      if (error instanceof BadMultipart) return null;
      throw error;
    });
    if (read === null || file === undefined) return refused('MalformedPOSTRequest', 400);
    const fields = new Map(read.form);
    const refusal = storage.uploads.refusalOf(fields, file?.length ?? Infinity);
    if (refusal) return refused(refusal.code, refusal.status);
    const contentType = fields.get('Content-Type') ?? '';
    await storage.put(fields.get('key') ?? '', file ?? new Uint8Array(), { contentType });
    return c.body(null, 204);
  });

  return app;
}

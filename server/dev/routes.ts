import { Hono } from 'hono';
import type { Clock, MovableClock } from '../process/clock.ts';
import type { Mailbox } from '../outside/mail/mailbox.ts';
import type { SandboxPayments } from '../outside/payments/sandbox.ts';
import { type FolderStorage, MOST_UPLOAD_BYTES, UPLOAD_PATH } from '../outside/storage/folder.ts';
import { clockPage } from './clock-page.ts';
import { mailboxPage } from './mailbox-page.ts';
import { payPage } from './pay-page.ts';
import { MOST_PHOTO_BYTES } from '#shared/booking/photos.ts';
import { BadMultipart, readMultipart } from '../web/http/multipart.ts';

export interface DevParts {
  readonly appName: string;
  readonly timeZone: string;
  readonly clock: Clock;
  readonly mailbox: Mailbox | null;
  readonly mailSecret: string;
  readonly sandbox: SandboxPayments | null;
  readonly folder: FolderStorage | null;
  readonly movableClock: MovableClock | null;
}

/** All under `/dev`. Mount them behind the site's checks of host, origin and size. */
export function devRoutes(parts: DevParts): Hono {
  const { appName, timeZone, clock, mailbox, mailSecret, sandbox, folder, movableClock } = parts;
  const app = new Hono();
  if (mailbox) app.route('/', mailboxPage({ mailbox, secret: mailSecret, clock, timeZone }));
  if (sandbox) app.route('/', payPage({ sandbox, clock, appName, timeZone }));
  if (folder) app.route('/', storageUploads({ storage: folder }));
  if (movableClock) app.route('/', clockPage({ clock: movableClock, timeZone }));
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
    const refusal = await storage.takeUpload(new Map(read.form), file);
    return refusal ? refused(refusal.code, refusal.status) : c.body(null, 204);
  });

  return app;
}

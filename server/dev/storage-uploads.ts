import { Hono } from 'hono';
import { MOST_PHOTO_BYTES } from '#shared/booking/photos.ts';
import type { FolderStorage } from '../outside/storage/folder.ts';
import { MOST_UPLOAD_BYTES, UPLOAD_PATH } from '../outside/storage/folder-uploads.ts';
import { BadMultipart, readMultipart } from '../web/http/multipart.ts';

/** Takes what browsers post to the object storage's stand-in, with S3's answers: 204, or an error in XML. */
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

import { Hono } from 'hono';
import type { FolderStorage } from '../outside/storage/folder.ts';
import { UPLOAD_PATH } from '../outside/storage/folder-uploads.ts';

/** Takes what browsers post to the object storage's stand-in, with S3's answers: 204, or an error in XML. */
export function storageUploads({ storage }: { readonly storage: FolderStorage }): Hono {
  const app = new Hono();
  const refused = (code: string, status: 400 | 403) =>
    new Response(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`, {
      status,
      headers: { 'content-type': 'application/xml', 'cache-control': 'no-store' },
    });

  app.post(UPLOAD_PATH, async (c) => {
    const form = await c.req.formData().catch(() => null);
    const file = form?.get('file');
    if (!form || !(file instanceof File)) return refused('MalformedPOSTRequest', 400);
    const fields = new Map(
      Array.from(form).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    );
    const refusal = storage.uploads.refusalOf(fields, file.size);
    if (refusal) return refused(refusal.code, refusal.status);
    const contentType = fields.get('Content-Type') ?? '';
    await storage.put(fields.get('key') ?? '', await file.bytes(), { contentType });
    return c.body(null, 204);
  });

  return app;
}

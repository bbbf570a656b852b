import { randomUUID } from 'node:crypto';
import { CHECK_TIMEOUT_MS, type Finding, findingsOf } from '../../process/finding.ts';
import { type ObjectStorage, StorageError } from './port.ts';

const objects = findingsOf('Storage');
const uploads = findingsOf('Storage uploads');

/** Also checks that pages may upload to the bucket (CORS). */
export async function checkStorage(storage: ObjectStorage, publicUrl: string): Promise<Finding[]> {
  return [await checkObjects(storage), await checkUploads(storage, publicUrl)];
}

async function checkObjects(storage: ObjectStorage): Promise<Finding> {
  const prefix = `doctor/${randomUUID()}`;
  const object = `${prefix}/object`;
  const content = Buffer.from(object);
  let step = 'write an object';
  try {
    await storage.put(object, content, { contentType: 'text/plain' });
    step = 'read an object';
    const read = await storage.get(object);
    if (!read || !content.equals(read.bytes))
      return objects.failed('The storage returned other bytes than it was sent.');
    step = 'list objects';
    const listed = [];
    for await (const page of storage.list(prefix)) listed.push(...page);
    if (listed.length !== 1) return objects.failed('The storage does not list a new object at once. Use another one.');
    step = 'delete an object';
    await storage.delete([object]);
    return objects.ok('wrote, read, listed and deleted an object');
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return objects.failed(`Can't ${step}: ${error.message}. Check the S3_ settings and the key's permissions.`);
  } finally {
    await storage.delete([object]).catch(() => {});
  }
}

async function checkUploads(storage: ObjectStorage, publicUrl: string): Promise<Finding> {
  if (storage.uploadOrigin === null) return uploads.ok('photos are uploaded to this site');
  const rule = { contentType: 'image/jpeg', minBytes: 1, maxBytes: 1000, expiresSeconds: 60 };
  const { url } = await storage.presignPost(`doctor/${randomUUID()}`, rule);
  const headers = { origin: publicUrl, 'access-control-request-method': 'POST' };
  const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
  const response = await fetch(url, { method: 'OPTIONS', headers, signal }).catch(() => null);
  if (response === null) return uploads.failed(`No response from ${storage.uploadOrigin}. Check S3_PUBLIC_URL.`);
  await response.body?.cancel();
  const allowed = response.headers.get('access-control-allow-origin');
  if (response.ok && (allowed === publicUrl || allowed === '*')) return uploads.ok(`pages of ${publicUrl} may upload`);
  return uploads.failed(
    `The bucket refuses uploads from ${publicUrl}. Add the CORS rule in docs/operating.md, "Object storage".`,
  );
}

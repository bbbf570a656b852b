import { randomUUID } from 'node:crypto';
import { type Finding, findingsOf } from '../../process/finding.ts';
import { type ObjectStorage, StorageError } from './port.ts';

const objects = findingsOf('Storage');

export async function checkStorage(storage: ObjectStorage): Promise<Finding> {
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

import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { withFile } from './folder.ts';

const PAGE_BYTES = 4096;

/** Overwrites the first page of a table or an index, as a failing disk might, while nothing has the file open. */
export function spoilPart(folder: string, file: string, part: string): void {
  const root = withFile(folder, file, (db) => {
    db.pragma('wal_checkpoint(TRUNCATE)');
    return db.prepare<[string], number>('SELECT rootpage FROM sqlite_master WHERE name = ?').pluck().get(part)!;
  });
  const handle = openSync(join(folder, file), 'r+');
  writeSync(handle, Buffer.alloc(PAGE_BYTES, 0xff), 0, PAGE_BYTES, (root - 1) * PAGE_BYTES);
  closeSync(handle);
}

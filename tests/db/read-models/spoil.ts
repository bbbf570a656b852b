import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import type Database from 'better-sqlite3';
import { type ProjectionName, projections } from '#db/projections/index.ts';
import { readModelFile } from '#db/read-models/read-model-files.ts';
import { withFile } from '../folder.ts';

const PAGE_BYTES = 4096;

/** The name of a read model's file. */
export function fileOf(name: ProjectionName): string {
  return basename(readModelFile('', projections[name]));
}

/** Overwrites a file's pages after the first, as a failing disk might, and makes the store read them from the disk again. */
export function spoilPages(folder: string, file: string, open: readonly Database.Database[] = []): void {
  // Rows stand in the journal until then.
  withFile(folder, file, (db) => db.pragma('wal_checkpoint(TRUNCATE)'));
  const handle = openSync(join(folder, file), 'r+');
  const page = Buffer.alloc(PAGE_BYTES);
  for (let at = PAGE_BYTES; readSync(handle, page, 0, PAGE_BYTES, at) === PAGE_BYTES; at += PAGE_BYTES) {
    writeSync(handle, Buffer.alloc(PAGE_BYTES, 0xff), 0, PAGE_BYTES, at);
  }
  closeSync(handle);
  for (const db of open) db.pragma('shrink_memory');
}

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

/** Writes bytes over a file that is in use, as a copy of one file of a backup does. */
export function overwrite(file: string, bytes: Buffer, at = 0): void {
  const open = openSync(file, 'r+');
  writeSync(open, bytes, 0, bytes.length, at);
  closeSync(open);
}

/** What Litestream keeps in the object storage, and beside it the server's note of the log's end. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { firstEventAfter } from '#db/queries/log.ts';
import type { Head } from '#db/log/hash-chain.ts';
import type { Queries } from '#db/tables.ts';
import type { CallOptions, ObjectStorage } from '../../outside/storage/port.ts';
import type { Config } from '../../process/config.ts';

export interface Replica {
  readonly storage: ObjectStorage;
  readonly config: Pick<Config, 'objectStorage'>;
}

/** Where litestream.yml has Litestream write. */
const OBJECTS = 'backup/generations/';

/** Its content is POSITION:HASH. */
export const HEAD_KEY = 'backup/head';

/** The storage's clock and this machine's may differ by this much, in milliseconds. Storages note whole seconds. */
const CLOCKS_DIFFER_MS = 10_000;

/** When the newest object of the backup was written, in milliseconds; null when there is no backup. Rejects with `StorageError`. */
export async function newestBackup({ storage, config }: Replica, options: CallOptions = {}): Promise<number | null> {
  const { objectStorage } = config;
  if (objectStorage.kind === 'folder') return newestFile(join(objectStorage.folder, OBJECTS));
  let newest: number | null = null;
  for await (const page of storage.list(OBJECTS, options))
    for (const { lastModified } of page) newest = Math.max(newest ?? 0, lastModified);
  return newest;
}

async function newestFile(folder: string): Promise<number | null> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  // Litestream removes old files meanwhile.
  const found = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => null)));
  const times = found.flatMap((stats) => (stats?.isFile() ? [stats.mtimeMs] : []));
  return times.length === 0 ? null : Math.max(...times);
}

/** Since when an event waits to be copied, in milliseconds; null when none does. */
export function waitingSince(db: Queries, newest: number | null): Promise<number | null> {
  return firstEventAfter(db, newest === null ? -Infinity : newest + CLOCKS_DIFFER_MS);
}

export async function writeHead(storage: ObjectStorage, { position, hash }: Head): Promise<void> {
  await storage.put(HEAD_KEY, Buffer.from(`${position}:${hash}`), { contentType: 'text/plain' });
}

/** The end of the log as a server noted it last; null when none did. Rejects with `StorageError`. */
export async function readHead(storage: ObjectStorage, options: CallOptions = {}): Promise<Head | null> {
  const stored = await storage.get(HEAD_KEY, { ...options, maxBytes: 100 });
  if (stored === null) return null;
  const [position = '', hash = ''] = Buffer.from(stored.bytes).toString().split(':');
  return { position: Number(position), hash };
}

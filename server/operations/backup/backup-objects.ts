import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { firstEventAfter } from '#db/queries/log.ts';
import type { Head } from '#db/log/hash-chain.ts';
import type { Queries } from '#db/tables.ts';
import type { CallOptions, ObjectStorage } from '../../outside/storage/port.ts';
import type { Config } from '../../process/config.ts';

export interface BackupAccess {
  readonly storage: ObjectStorage;
  readonly config: Pick<Config, 'objectStorage'>;
}

/** As in litestream.yml. */
const OBJECTS = 'backup/generations/';

/** POSITION:HASH. */
export const HEAD_KEY = 'backup/head';

/** The storage's clock may differ from this machine's; object times are in whole seconds. */
const CLOCKS_DIFFER_MS = 10_000;

/** In milliseconds; null if there is none. Rejects with `StorageError`. */
export async function newestBackup(
  { storage, config }: BackupAccess,
  options: CallOptions = {},
): Promise<number | null> {
  const { objectStorage } = config;
  if (objectStorage.kind === 'folder') return newestFile(join(objectStorage.folder, OBJECTS));
  let newest: number | null = null;
  for await (const page of storage.list(OBJECTS, options))
    for (const { lastModified } of page) newest = Math.max(newest ?? 0, lastModified);
  return newest;
}

async function newestFile(folder: string): Promise<number | null> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  // Litestream may remove a file meanwhile.
  const found = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => null)));
  const times = found.flatMap((stats) => (stats?.isFile() ? [stats.mtimeMs] : []));
  return times.length === 0 ? null : Math.max(...times);
}

/** In milliseconds; null if all are copied. */
export function waitingSince(db: Queries, newest: number | null): Promise<number | null> {
  return firstEventAfter(db, newest === null ? -Infinity : newest + CLOCKS_DIFFER_MS);
}

export async function writeHead(storage: ObjectStorage, { position, hash }: Head): Promise<void> {
  await storage.put(HEAD_KEY, Buffer.from(`${position}:${hash}`), { contentType: 'text/plain' });
}

/** Null if no server stored one. Rejects with `StorageError`. */
export async function readHead(storage: ObjectStorage, options: CallOptions = {}): Promise<Head | null> {
  const stored = await storage.get(HEAD_KEY, { ...options, maxBytes: 100 });
  if (stored === null) return null;
  const [position = '', hash = ''] = Buffer.from(stored.bytes).toString().split(':');
  return { position: Number(position), hash };
}

import { openAdmin } from '#db/open-store.ts';
import type { AdminDatabase } from '#db/store.ts';
import type { Queries } from '#db/tables.ts';
import { openStorage } from '../outside/storage/open-storage.ts';
import type { ObjectStorage } from '../outside/storage/port.ts';
import { type Config, databaseOf, dataFolderOf, loadConfig } from '../process/config.ts';
import { readEnvironment } from '../process/read-settings.ts';

/** It may not exist. */
export function dataFolder(): string {
  return dataFolderOf(readEnvironment());
}

/** Rejects with `FatalError`. */
export function siteDatabase(): Promise<AdminDatabase> {
  return openAdmin(databaseOf(readEnvironment()));
}

/** With or without a running server. */
export async function withReader<Result>(use: (db: Queries) => Promise<Result>): Promise<Result> {
  const reader = await (await siteDatabase()).openReader();
  try {
    return await use(reader.db);
  } finally {
    await reader.close();
  }
}

export async function withStorage<Result>(
  use: (storage: ObjectStorage, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = loadConfig(readEnvironment());
  const storage = openStorage(config, { clock: { now: Date.now }, stopping: new AbortController().signal });
  try {
    return await use(storage, config);
  } finally {
    storage.close();
  }
}

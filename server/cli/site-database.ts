import { openAdmin } from '#db/open-store.ts';
import type { AdminDatabase } from '#db/admin-database.ts';
import type { Queries } from '#db/tables.ts';
import { databaseOf, dataFolderOf } from '../process/config.ts';
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

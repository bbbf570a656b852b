import { hasDatabase } from '#db/engine/sqlite/open-file.ts';
import { openOperated } from '#db/open-store.ts';
import type { OperatedDatabase } from '#db/operated-database.ts';
import type { Queries } from '#db/tables.ts';
import { dataFolderOf } from '../process/config.ts';
import { readEnvironment } from '../process/environment.ts';

/** The data folder that the environment names. It may not exist. */
export function dataFolder(): string {
  return dataFolderOf(readEnvironment());
}

/** The database that the environment names. Throws if it has no event log. */
export async function siteDatabase(): Promise<OperatedDatabase> {
  const folder = dataFolder();
  const url = readEnvironment()['DATABASE_URL'];
  if (!url && !hasDatabase(folder))
    throw new Error(`There is no event log in ${folder}. DATA_FOLDER says where to look.`);
  return openOperated({ folder, url: url ?? null });
}

/** Queries of the site's database, beside a running server or without one. */
export async function withReader<Result>(use: (db: Queries) => Promise<Result>): Promise<Result> {
  const reader = await (await siteDatabase()).openReader();
  try {
    return await use(reader.db);
  } finally {
    await reader.close();
  }
}

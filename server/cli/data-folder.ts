import { hasDatabase } from '#db/engine/sqlite/open-file.ts';
import { dataFolderOf } from '../process/config.ts';
import { readEnvironment } from '../process/environment.ts';

/** The data folder that the environment names. It may not exist. */
export function dataFolder(): string {
  return dataFolderOf(readEnvironment());
}

/** The data folder, which has a database. Throws if there is none. */
export function logFolder(): string {
  if (readEnvironment()['DATABASE_URL'])
    throw new Error('This command reads the database of a data folder: unset DATABASE_URL.');
  const folder = dataFolder();
  if (hasDatabase(folder)) return folder;
  throw new Error(`There is no event log in ${folder}. DATA_FOLDER says where to look.`);
}

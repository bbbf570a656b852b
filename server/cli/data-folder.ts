import { hasDatabase } from '#db/engine/sqlite/open-file.ts';
import { openStorage } from '../outside/storage/open-storage.ts';
import type { ObjectStorage } from '../outside/storage/port.ts';
import { type Config, dataFolderOf, loadConfig } from '../process/config.ts';
import { readEnvironment } from '../process/environment.ts';

/** The data folder that the environment names. It may not exist. */
export function dataFolder(): string {
  return dataFolderOf(readEnvironment());
}

/** The folder of the log. Throws when there is none. */
export function logFolder(): string {
  const folder = dataFolder();
  if (hasDatabase(folder)) return folder;
  throw new Error(`There is no event log in ${folder}. DATA_FOLDER says where to look.`);
}

/** The object storage that the settings name, for the time of a function. */
export async function withStorage<Result>(
  use: (storage: ObjectStorage, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = loadConfig(readEnvironment());
  const { storage } = openStorage(config, { clock: { now: Date.now }, stopping: new AbortController().signal });
  try {
    return await use(storage, config);
  } finally {
    storage.close();
  }
}

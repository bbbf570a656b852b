import { openStorage } from '../outside/storage/open-storage.ts';
import type { ObjectStorage } from '../outside/storage/port.ts';
import { type Config, loadConfig } from '../process/config.ts';
import { readEnvironment } from '../process/read-settings.ts';

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

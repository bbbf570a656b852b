import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type RunningServer, startServer } from '../e2e/server.ts';
import { withFolder } from './temp-folder.ts';

const LOOK_AGAIN_MS = 200;

/** The inode of each read model's file, by name. */
function inodesOf(folder: string): ReadonlyMap<string, number> {
  const files = readdirSync(folder).filter((name) => /^read-.*\.db$/.test(name));
  return new Map(files.map((name) => [name, statSync(join(folder, name)).ino]));
}

/**
 * Call it before a server starts. Returns a function that resolves once the server has made all read models again, as it does after
 * each start: pages are slower meanwhile.
 */
export function settling(folder: string): () => Promise<void> {
  const before = inodesOf(folder);
  const isSettled = () => [...inodesOf(folder)].every(([name, inode]) => before.get(name) !== inode);
  return async () => {
    while (!isSettled()) await delay(LOOK_AGAIN_MS);
  };
}

/** Lends a server on a folder of its own whose read models have been made again. */
export function withSettledServer<Result>(
  environment: Readonly<Record<string, string>>,
  use: (server: RunningServer) => Promise<Result>,
): Promise<Result> {
  return withFolder(async (folder) => {
    const inFolder = { ...environment, DATA_FOLDER: folder };
    // The first start makes the files.
    await (await startServer(inFolder)).stop();
    const settled = settling(folder);
    const server = await startServer(inFolder);
    try {
      await settled();
      return await use(server);
    } finally {
      await server.stop();
    }
  });
}

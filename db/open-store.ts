import { openFile, prepareFolder } from './integrity/open-file.ts';
import type { StoreOptions } from './store-options.ts';
import { Store } from './store.ts';

/** Opens the store of a folder. Throws `StartFailure`. */
export async function openStore(options: StoreOptions): Promise<Store> {
  await prepareFolder(options.folder, options);
  return openPrepared(options);
}

/** `openStore` for a folder whose database has its tables. */
export function openPrepared(options: StoreOptions): Store {
  return new Store(openFile(options.folder, options), options);
}

/** Rebuilds every projection of a folder without a server. Resolves with the number of events. Throws `FolderInUse`. */
export async function rebuildOffline(folder: string): Promise<number> {
  const store = await openStore({ folder, now: Date.now, hasStaleProjections: true });
  const { position } = store;
  store.close();
  return position;
}

import { isRefusedAtStart } from './disk/sqlite.ts';
import { sealOfDisk } from './integrity/seal.ts';
import { type OpenFile, openFile, openSealed, prepareFolder, whyRefused } from './integrity/open-file.ts';
import type { StoreOptions } from './store-options.ts';
import { Store } from './store.ts';

/**
 * Opens the store of a folder. When its database is damaged, or the disk is read-only, the store is sealed: it refuses every
 * change and says why. Throws `StartFailure`.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  try {
    await prepareFolder(options.folder, options);
  } catch (error) {
    return sealedByDisk(options, error);
  }
  return openPrepared(options);
}

/** `openStore` for a folder whose database has its tables. */
export function openPrepared(options: StoreOptions): Store {
  const { folder, report = () => {}, onFailure = () => {}, mayLoseCommits = false } = options;
  try {
    const file = openFile(folder, { report, onFailure, mayLoseCommits });
    return file.seal ? sealedStore(file, options) : new Store(file, options);
  } catch (error) {
    return sealedByDisk(options, error);
  }
}

function sealedByDisk(options: StoreOptions, error: unknown): Store {
  if (!isRefusedAtStart(error)) throw error;
  const { folder } = options;
  return sealedStore(openSealed(folder, sealOfDisk(whyRefused(folder, error))), options);
}

/** A database that is damaged, or that lacks tables, cannot always be read. */
function sealedStore(file: OpenFile, options: StoreOptions): Store {
  try {
    return new Store(file, options);
  } catch (error) {
    if (!file.seal?.isReadable) throw error;
    return new Store(openSealed(options.folder, { ...file.seal, isReadable: false }), options);
  }
}

import { isRefusedAtStart } from './disk/sqlite.ts';
import { sealOfDisk } from './integrity/seal-reasons.ts';
import { type OpenFiles, openFiles, openSealed, whyRefused } from './integrity/open-files.ts';
import type { StoreOptions } from './store-options.ts';
import { Store } from './store.ts';

/**
 * Opens the store of a folder. When its files do not belong together, are damaged, or the disk takes nothing, the store is sealed:
 * it refuses every change and says why. Throws `StartFailure`.
 */
export function openStore(options: StoreOptions): Store {
  const { folder, refused = null, report = () => {}, onFailure = () => {}, mayLoseCommits = false } = options;
  try {
    if (refused !== null) throw refused;
    const files = openFiles(folder, { report, onFailure, mayLoseCommits });
    return files.seal ? sealedStore(files, options) : new Store(files, options);
  } catch (error) {
    if (!isRefusedAtStart(error)) throw error;
    return sealedStore(openSealed(folder, sealOfDisk(whyRefused(folder, error))), options);
  }
}

/** A log that is damaged cannot always be read. */
function sealedStore(files: OpenFiles, options: StoreOptions): Store {
  try {
    return new Store(files, options);
  } catch (error) {
    if (!files.seal?.isLogWhole) throw error;
    return new Store(openSealed(options.folder, { ...files.seal, isLogWhole: false, isVaultWhole: false }), options);
  }
}

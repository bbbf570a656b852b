import { restoreFolder } from '../operations/archive/restore.ts';
import { dataFolder, storageWords, withStorage } from './data-folder.ts';
import { progressOn } from './progress.ts';
import { EXIT, type Given, type Verb, count, instantText, printJson } from './verb.ts';

async function run({ isJson }: Given): Promise<number> {
  const folder = dataFolder();
  return withStorage(async (storage, config) => {
    const progress = progressOn(process.stderr, 'restoring');
    const start = performance.now();
    const { archiveKey } = config;
    const onProgress = (position: number, end: number) => progress.reached(position, end);
    const result = await restoreFolder({ storage, folder, archiveKey, onProgress }).finally(() => progress.done());
    const { head, missingEvents, eventsAfterVault, vaultAt, gap, unreadable } = result;
    const exit = gap === null ? EXIT.done : EXIT.wrong;
    const seconds = (performance.now() - start) / 1000;
    if (isJson) {
      printJson({
        folder,
        position: head.position,
        head: head.hash,
        missingEvents,
        eventsAfterVault,
        vaultAt,
        gap,
        unreadable,
      });
      return exit;
    }
    console.log(
      `${count(head.position, 'event')} restored from the ${storageWords(config)} to ${folder} in ${seconds.toFixed(1)} s, each as it was written.\nhead ${head.hash}`,
    );
    console.log(`The vault is that of ${instantText(vaultAt)}.`);
    for (const key of unreadable) console.error(`A newer copy of the vault could not be read: ${key}`);
    if (gap !== null)
      console.error(
        `The archive lacks events ${gap.first} to ${gap.last}: they were deleted from it. What it has behind them was not restored. Look for the deleted object, put it back, and restore into an empty folder again.`,
      );
    else if (missingEvents > 0)
      console.error(
        `${count(missingEvents, 'event')} are not in the archive. Either they had not been archived, or its newest object was deleted: look for an older version of it. What stays lost, compare with your payment provider and your mail.`,
      );
    if (eventsAfterVault > 0)
      console.error(
        `${count(eventsAfterVault, 'event')} were recorded after that copy of the vault: details of new customers among them may be unreadable, and newer passwords do not count.`,
      );
    if (gap === null) console.log('Start the server. It makes the read models again by itself.');
    return exit;
  });
}

export const restore: Verb = {
  words: '',
  about: 'Makes the database of an empty machine from the archive.',
  help: `Reads the whole archive that the settings name (S3_*, ARCHIVE_KEY), verifies every event, and puts halfday.db
into DATA_FOLDER, which must have none. Until all is verified nothing is put there, so that it can be
repeated after any fault. Of an archive that lacks an object, what was before it is restored, and the command exits
with 1. Mail that went out after the last copy of the vault may go out once more.`,
  run,
};

import { isBackedUpByProvider } from '#db/open-store.ts';
import { NoEventLog } from '#db/store.ts';
import { BACKUP_LATE_MS } from '../operations/backup/backup-watch.ts';
import { newestBackup, waitingSince } from '../operations/backup/backup-objects.ts';
import { StorageError } from '../outside/storage/port.ts';
import { type Finding, findingsOf } from '../process/finding.ts';
import { instantText } from './command.ts';
import { withReader, withStorage } from './site.ts';

const { ok, failed, local } = findingsOf('Backup');

/** Five minutes by default. */
export function checkBackup(maxLagSeconds?: number): Promise<Finding> {
  return withStorage(async (storage, config) => {
    if (isBackedUpByProvider(config.database))
      return local("the database's own: its provider's point-in-time recovery");
    const maxLagMs = maxLagSeconds === undefined ? BACKUP_LATE_MS : maxLagSeconds * 1000;
    try {
      const newest = await newestBackup({ storage, config });
      if (newest === null && !config.isProduction && maxLagSeconds === undefined)
        return local('none, because Litestream does not run');
      const since = await firstNotCopied(newest);
      const words = newest === null ? 'there is no backup yet' : `the newest object is of ${instantText(newest)}`;
      if (since === null || Date.now() - since < maxLagMs) return ok(words);
      return failed(
        `Events since ${instantText(since)} are not copied: ${words}. Start the server by Litestream, and read its log.`,
      );
    } catch (error) {
      if (error instanceof StorageError) return failed(`Its age is unknown: ${error.message}.`);
      throw error;
    }
  });
}

/** Null if all have a copy, or there is no log. */
function firstNotCopied(newest: number | null): Promise<number | null> {
  return withReader((db) => waitingSince(db, newest)).catch((error: unknown) => {
    if (error instanceof NoEventLog) return null;
    throw error;
  });
}

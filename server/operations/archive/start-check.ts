import { EVENTS_COMMAND } from '#db/disk/events-command.ts';
import { hasDatabase } from '#db/integrity/damage.ts';
import { StartFailure } from '#db/disk/start-failure.ts';
import { type ObjectStorage, StorageError } from '../../outside/storage/port.ts';
import type { Log } from '../../process/log.ts';
import { epochsAfter } from './archive-index.ts';

/** How long a start waits for the storage, in milliseconds. */
const PATIENCE_MS = 5000;

/**
 * Refuses to make a new site where the object storage has the archive of one: its folder was lost. Rejects with `StartFailure`. A storage
 * that does not answer holds up no start.
 */
export async function demandNoLostSite(
  { storage, log }: { readonly storage: ObjectStorage; readonly log: Log },
  folder: string,
): Promise<void> {
  if (hasDatabase(folder)) return;
  const found = await epochsAfter(storage, 0, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch((error: unknown) => {
    if (!(error instanceof StorageError)) throw error;
    log.warn(
      { err: error },
      'the object storage does not say whether this site was archived before: it starts as a new one',
    );
    return [];
  });
  if (found.length === 0) return;
  throw new StartFailure(
    `${folder} has no site, but the object storage has the archive of one. Run \`${EVENTS_COMMAND} restore\` to get it back. For a new site set another S3_BUCKET, or remove what is under archive/ in this one.`,
  );
}

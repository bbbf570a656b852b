import { EVENTS_COMMAND } from '#db/fatal-error.ts';
import { isBackedUpByProvider } from '#db/open-store.ts';
import { mustRestore, restoreBackup } from '../operations/backup/restore.ts';
import { readEnvironment } from '../process/read-settings.ts';
import { type Result, count, instantText } from './command.ts';
import { withStorage } from './object-storage.ts';

export function restore(isAtStart: boolean): Promise<Result> {
  return withStorage(async (storage, config) => {
    const isOurs = !isBackedUpByProvider(config.database);
    if (!isOurs && !isAtStart)
      throw new Error(
        `DATABASE_URL is set: restore that database by its provider's point-in-time recovery, then run \`${EVENTS_COMMAND} verify\`.`,
      );
    if (isAtStart && !(isOurs && (await mustRestore({ storage, config })))) return { lines: [] };
    const { head, lastAt } = await restoreBackup({ storage, config, environment: readEnvironment() });
    const lines = [`${count(head.position, 'event')} restored and verified.`, `head ${head.position}:${head.hash}`];
    if (lastAt !== null) lines.push(`The last one is of ${instantText(lastAt)}, ${ageText(Date.now() - lastAt)} ago.`);
    return { lines };
  });
}

function ageText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 120) return count(seconds, 'second');
  return seconds < 7200 ? count(Math.round(seconds / 60), 'minute') : count(Math.round(seconds / 3600), 'hour');
}

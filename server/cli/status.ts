import { join } from 'node:path';
import { FatalError } from '#db/fatal-error.ts';
import { tryLockFolder } from '#db/engine/sqlite/writer-lock.ts';
import { openFolderReader } from '#db/open-store.ts';
import { checkRecentEvents } from '#db/engine/sqlite/open-file.ts';
import { type Status, readStatus } from '#db/queries/status.ts';
import { DATABASE_FILE } from '#db/schema.ts';
import { formatCount } from '#shared/format-count.ts';
import { checkBackup } from './check-backup.ts';
import { type Result, count, instantText } from './command.ts';
import { logFolder } from './data-folder.ts';

function isServerRunning(folder: string): boolean {
  const lock = tryLockFolder(folder);
  lock?.release();
  return lock === null;
}

/** How far everything is, and what is wrong with the last events; null when they are as they were written. */
async function survey(folder: string): Promise<Status & { readonly fault: string | null }> {
  const reader = openFolderReader(folder);
  try {
    const status = await readStatus(reader.db, Date.now());
    try {
      checkRecentEvents(reader.log, join(folder, DATABASE_FILE));
      return { ...status, fault: null };
    } catch (error) {
      if (!(error instanceof FatalError)) throw error;
      return { ...status, fault: error.message };
    }
  } finally {
    reader.close();
  }
}

function linesOf({ position, head, lastAt, projections, jobs }: Status): string[] {
  const last = lastAt === null ? '' : `, the last at ${instantText(lastAt)}`;
  return [
    `${count(position, 'event')}${last}.`,
    ...(head === null ? [] : [`head ${position}:${head}`]),
    projections === null
      ? 'The next start rebuilds the projections.'
      : `Projections: ${projections.isStale ? 'stale' : 'caught up'} at ${projections.position}.`,
    ...jobs.map(
      ({ kind, waiting, late, parked }) =>
        `  jobs ${kind}  ${formatCount(waiting)} waiting, ${formatCount(late)} of them late, ${formatCount(parked)} parked`,
    ),
  ];
}

export async function status(maxLagSeconds: number | undefined): Promise<Result> {
  const folder = logFolder();
  const { fault, ...found } = await survey(folder);
  const isRunning = isServerRunning(folder);
  const backup = await checkBackup(maxLagSeconds);
  const lines = [...linesOf(found), isRunning ? 'A server is running.' : 'No server is writing to the folder.'];
  const problems = fault === null ? [] : [fault];
  (backup.state === 'failed' ? problems : lines).push(`Backup: ${backup.words}`);
  return { lines, problems, data: { ...found, isServerRunning: isRunning, fault, backup } };
}

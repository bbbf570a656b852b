import { join } from 'node:path';
import { checkRecentEvents } from '#db/integrity/open-file.ts';
import { ProjectionRegistry } from '#db/engine/projection-registry.ts';
import { DATABASE_FILE } from '#db/schema.ts';
import { Checkpoints, type FollowerState } from '#db/log/checkpoints.ts';
import { EventLog } from '#db/log/event-log.ts';
import { type SqliteDatabase, openSqliteReader } from '#db/disk/sqlite.ts';
import { StartFailure } from '#db/disk/start-failure.ts';
import { tryLockFolder } from '#db/disk/writer-lock.ts';
import { checkBackup } from './check-backup.ts';
import { logFolder } from './data-folder.ts';
import { EXIT, type Given, type Verb, count, instantText, printJson } from './verb.ts';

interface Files {
  readonly position: number;
  readonly head: string;
  readonly lastAt: number | null;
  readonly workers: readonly FollowerState[];
  readonly projections: readonly { readonly name: string; readonly position: number }[];
  readonly isServerRunning: boolean;
  /** What is wrong with the last events, and what to do; null when they are as they were written. */
  readonly fault: string | null;
}

function isServerRunning(folder: string): boolean {
  const lock = tryLockFolder(folder);
  lock?.release();
  return lock === null;
}

function faultOf(db: SqliteDatabase): string | null {
  try {
    checkRecentEvents(db);
    return null;
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error;
    return error.message;
  }
}

function surveyed(folder: string): Files {
  const db = openSqliteReader(join(folder, DATABASE_FILE));
  try {
    const log = new EventLog(db);
    const { position, hash: head } = log.head();
    const [last] = log.readAfter(position - 1, 1);
    return {
      position,
      head,
      lastAt: last?.at ?? null,
      workers: new Checkpoints(db).all(),
      projections: new ProjectionRegistry(db).states(),
      isServerRunning: isServerRunning(folder),
      fault: faultOf(db),
    };
  } finally {
    db.close();
  }
}

function say({ position, head, lastAt, workers, projections, fault, isServerRunning }: Files): void {
  const last = lastAt === null ? '' : `, the last at ${instantText(lastAt)}`;
  console.log(`${count(position, 'event')}${last}.\nhead ${head}`);
  console.log(isServerRunning ? 'A server is running.' : 'No server is writing to the folder.');
  if (fault) console.error(fault);
  if (projections.length === 0) console.log('  The next start rebuilds all projections.');
  for (const { name, position: at } of projections)
    console.log(`  projection ${name}  ${at === position ? 'caught up' : `stale, at ${at}`}`);
  for (const { name, position: at, postponed } of workers)
    console.log(
      `  worker ${name}  last handled ${at}${postponed > 0 ? `, ${count(postponed, 'event')} to be tried again` : ''}`,
    );
}

async function run({ isJson }: Given): Promise<number> {
  const files = surveyed(logFolder());
  const backup = await checkBackup();
  const isFine = files.fault === null && backup.state !== 'failed';
  if (isJson) printJson({ isFine, ...files, backup });
  else {
    say(files);
    (backup.state === 'failed' ? console.error : console.log)(`Backup: ${backup.words}`);
  }
  return isFine ? EXIT.done : EXIT.wrong;
}

export const status: Verb = {
  words: '',
  about: 'Says how far log, projections, workers and backup are.',
  help: `Exits with 1 when something is wrong or the backup is late. Works beside a running server. A worker stands at the last event that concerned
it: an old position is no delay, as long as nothing is to be tried again.`,
  run,
};

import { join } from 'node:path';
import { checkRecentEvents } from '#db/integrity/open-file.ts';
import { readModelPositions } from '#db/read-models/read-model-files.ts';
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
  readonly readModels: readonly { readonly file: string; readonly position: number }[];
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
      readModels: readModelPositions(folder),
      isServerRunning: isServerRunning(folder),
      fault: faultOf(db),
    };
  } finally {
    db.close();
  }
}

function say({ position, head, lastAt, workers, readModels, fault, isServerRunning }: Files): void {
  const last = lastAt === null ? '' : `, the last at ${instantText(lastAt)}`;
  console.log(`${count(position, 'event')}${last}.\nhead ${head}`);
  console.log(isServerRunning ? 'A server is running.' : 'No server is writing to the folder.');
  if (fault) console.error(fault);
  const later = isServerRunning ? ', the rest is written when it is read' : '';
  for (const model of readModels)
    console.log(`  ${model.file}  ${model.position === position ? 'level' : `at ${model.position}${later}`}`);
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
  about: 'Says how far log, read models, workers and backup are.',
  help: `Exits with 1 when something is wrong or the backup is late. Works beside a running server,
whose read models are written when they are read, and may lag a little in their files. A worker stands at the last event that concerned
it: an old position is no delay, as long as nothing is to be tried again.`,
  run,
};

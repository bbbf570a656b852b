import { join } from 'node:path';
import { lookAtFolder } from '#db/integrity/damage.ts';
import { readModelPositions } from '#db/read-models/read-model-files.ts';
import { DATABASE_FILE } from '#db/schema.ts';
import { Checkpoints, type FollowerState } from '#db/log/checkpoints.ts';
import { EventLog } from '#db/log/event-log.ts';
import { openSqliteReader } from '#db/disk/sqlite.ts';
import { tryLockFolder } from '#db/disk/writer-lock.ts';
import { type Comparison, compareNames } from '../operations/archive/compare.ts';
import { StorageError } from '../outside/storage/port.ts';
import { archiveWords, comparedLogOf } from './archive-words.ts';
import { logFolder, storageWords, withStorage } from './data-folder.ts';
import { EXIT, type Given, type Verb, count, instantText, printJson } from './verb.ts';

interface Files {
  readonly position: number;
  readonly head: string;
  readonly lastAt: number | null;
  readonly workers: readonly FollowerState[];
  readonly readModels: readonly { readonly file: string; readonly position: number }[];
  readonly isServerRunning: boolean;
  /** Why nothing is saved; null when all is in order. */
  readonly fault: { readonly reason: string; readonly advice: string } | null;
}

function isServerRunning(folder: string): boolean {
  const lock = tryLockFolder(folder);
  lock?.release();
  return lock === null;
}

interface Archived {
  readonly isFine: boolean;
  readonly words: readonly string[];
  readonly found: Comparison | null;
}

/** How far log and archive are. */
async function surveyed(folder: string): Promise<{ readonly files: Files; readonly archive: Archived }> {
  const { seal: fault } = lookAtFolder(folder);
  const db = openSqliteReader(join(folder, DATABASE_FILE));
  try {
    const log = new EventLog(db);
    const { position, hash: head } = log.head();
    const [last] = log.readAfter(position - 1, 1);
    const files: Files = {
      position,
      head,
      lastAt: last?.at ?? null,
      workers: new Checkpoints(db).all(),
      readModels: readModelPositions(folder),
      isServerRunning: isServerRunning(folder),
      fault: fault && { reason: fault.reason, advice: fault.advice },
    };
    return { files, archive: await archived(log) };
  } finally {
    db.close();
  }
}

function archived(log: EventLog): Promise<Archived> {
  return withStorage(async (storage, config) => {
    try {
      const found = await compareNames(storage, comparedLogOf(log));
      return { found, ...archiveWords(found, storageWords(config)) };
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      return { found: null, isFine: false, words: [`The archive could not be read: ${error.message}.`] };
    }
  });
}

function say({ files, archive }: Awaited<ReturnType<typeof surveyed>>): void {
  const { position, head, lastAt, workers, readModels, fault } = files;
  const last = lastAt === null ? '' : `, the last at ${instantText(lastAt)}`;
  console.log(`${count(position, 'event')}${last}.\nhead ${head}`);
  console.log(files.isServerRunning ? 'A server is running.' : 'No server is writing to the folder.');
  if (fault) console.error(`${fault.reason}\n${fault.advice}`);
  const later = files.isServerRunning ? ', the rest is written when it is read' : '';
  for (const model of readModels)
    console.log(`  ${model.file}  ${model.position === position ? 'level' : `at ${model.position}${later}`}`);
  for (const { name, position: at, postponed } of workers)
    console.log(
      `  worker ${name}  last handled ${at}${postponed > 0 ? `, ${count(postponed, 'event')} to be tried again` : ''}`,
    );
  for (const line of archive.words) (archive.isFine ? console.log : console.error)(line);
}

async function run({ isJson }: Given): Promise<number> {
  const found = await surveyed(logFolder());
  const isFine = found.files.fault === null && found.archive.isFine;
  if (isJson)
    printJson({
      isFine,
      ...found.files,
      archive: found.archive.found,
      problem: found.archive.isFine ? null : found.archive.words.join(' '),
    });
  else say(found);
  return isFine ? EXIT.done : EXIT.wrong;
}

export const status: Verb = {
  words: '',
  about: 'Says how far log, read models, workers and archive are.',
  help: `Compares the archive by the names of its objects alone, in a moment: tells a log that was cut off, or is older than its
archive. Exits with 1 when something is wrong or the archive cannot be read. Works beside a running server,
whose read models are written when they are read, and may lag a little in their files. A worker stands at the last event that concerned
it: an old position is no delay, as long as nothing is to be tried again.`,
  run,
};

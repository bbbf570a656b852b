import { EVENTS_COMMAND } from '#db/disk/events-command.ts';
import { join } from 'node:path';
import { ArchiveSource } from '#db/archive/archive-source.ts';
import { DATABASE_FILE } from '#db/schema.ts';
import { type OpenFile, openFile, prepareFolder } from '#db/integrity/open-file.ts';
import { FolderInUse } from '#db/disk/writer-lock.ts';
import { ArchiveWriter } from '../operations/archive/archive-writer.ts';
import { removeDamagedSegment } from '../operations/archive/remove-damaged.ts';
import type { Archive } from '../operations/archive/read-archive.ts';
import { logFolder, storageWords, withStorage } from './data-folder.ts';
import { progressOn } from './progress.ts';
import { EXIT, type Given, type Verb, count, printJson } from './verb.ts';

/** Larger than those of a running server: no request waits. */
const SEGMENT_EVENTS = 10_000;

async function opened(folder: string): Promise<OpenFile> {
  try {
    await prepareFolder(folder);
    const file = openFile(folder, {
      report: (message) => console.error(message),
      onFailure(failure) {
        console.error(failure.message);
        process.exit(EXIT.wrong);
      },
    });
    if (!file.seal) return file;
    const { reason, advice } = file.seal;
    file.close();
    throw new Error(`${reason}\n${advice}`);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    throw new Error(
      `A server is running in ${folder}: it archives events as they happen. \`${EVENTS_COMMAND} status\` says how far it is.`,
      { cause: error },
    );
  }
}

async function removeDamaged(archived: Archive, source: ArchiveSource): Promise<void> {
  const progress = progressOn(process.stderr, 'checking the archive');
  const removed = await removeDamagedSegment(archived, source, (position, end) =>
    progress.reached(position, end),
  ).finally(() => progress.done());
  if (removed !== null) console.error(`${removed} was damaged. It and all after it are written again from the log.`);
}

async function run({ options, isJson }: Given): Promise<number> {
  const folder = logFolder();
  return withStorage(async (storage, config) => {
    const file = await opened(folder);
    const adopts = options['adopt'] === true;
    const progress = progressOn(process.stderr, 'archiving');
    try {
      const source = new ArchiveSource(file.db);
      const parts = { storage, source, archiveKey: config.archiveKey, now: Date.now };
      if (adopts) await removeDamaged(parts, source);
      const writer = await ArchiveWriter.claim(parts, { adopts });
      const before = writer.head.position;
      await writer.archiveVault();
      for (let isDone = false; !isDone; progress.reached(writer.head.position, source.head.position))
        isDone = await writer.archiveEvents(SEGMENT_EVENTS);
      await writer.deleteSnapshots();
      await writer.packSegments();
      progress.done();
      const { position, hash } = writer.head;
      if (isJson) printJson({ position, head: hash, archived: position - before });
      else
        console.log(
          `${count(position - before, 'event')} archived in the ${storageWords(config)}, and the vault. The archive ends at event ${position}.\nhead ${hash}`,
        );
      return EXIT.done;
    } finally {
      progress.done();
      file.close();
    }
  });
}

export const archive: Verb = {
  words: '[--adopt]',
  about: 'Archives what the running server has not archived yet.',
  help: `Archives every event of ${join('DATA_FOLDER', DATABASE_FILE)}, for example before you give up a machine. A running
server already does that, so stop the server first.

  --adopt   Goes on although the archive has events that the log lacks, or others: from the last event on which
            both agree. What the archive has beyond does not count any more. For a log that was put back from a backup.
            Reads the whole archive first, and writes again from the first object that is missing or damaged.`,
  options: { adopt: { type: 'boolean', default: false } },
  run,
};

import { type Examination, examine } from '#db/integrity/examine-folder.ts';
import type { Verification } from '#db/integrity/verify.ts';
import { openFolderReader } from '#db/read-models/rebuild-by-command.ts';
import { formatCount } from '#shared/format-count.ts';
import { compareEvents } from '../operations/archive/compare.ts';
import { archiveWords, comparedLogOf } from './archive-words.ts';
import { logFolder, storageWords, withStorage } from './data-folder.ts';
import { progressOn } from './progress.ts';
import { EXIT, type Given, type Verb, count, printJson } from './verb.ts';

/** Prints whether each event is as it was written. */
function sayChain({ events, head, bad }: Verification): void {
  if (!bad) return console.log(`${count(events, 'event')}, each as it was written.\nhead ${head}`);
  const { position, stream, revision, type, why } = bad;
  console.error(`The first bad event is at position ${position}: ${type}, revision ${revision} of ${stream}: ${why}.`);
  console.error(`The ${formatCount(events)} events before it are as they were written; the last one's hash is ${head}`);
}

function examined(folder: string): Examination {
  const progress = progressOn(process.stderr, 'verifying');
  try {
    return examine(folder, (position, end) => progress.reached(position, end));
  } finally {
    progress.done();
  }
}

/** Prints what was found. */
function say({ chain, damage }: Examination): void {
  if (chain !== null) sayChain(chain);
  if (damage !== null) console.error(`${damage.reason}\n${damage.advice}`);
}

/** Compares every event with the archive, and prints what differs. Resolves with the comparison, and whether all is in order. */
async function comparedWithArchive(folder: string, isJson: boolean) {
  return withStorage(async (storage, config) => {
    const progress = progressOn(process.stderr, 'comparing');
    const reader = openFolderReader(folder);
    try {
      const log = comparedLogOf(reader.log);
      const found = await compareEvents({ storage, archiveKey: config.archiveKey }, log, (position, end) =>
        progress.reached(position, end),
      );
      progress.done();
      const { isFine, words } = archiveWords(found, storageWords(config));
      if (!isJson) for (const line of words) (isFine ? console.log : console.error)(line);
      return { archive: found, isFine };
    } finally {
      progress.done();
      reader.close();
    }
  });
}

async function run({ options, isJson }: Given): Promise<number> {
  const folder = logFolder();
  const found = examined(folder);
  if (!isJson) say(found);
  const compared = options['archive'] === true ? await comparedWithArchive(folder, isJson) : null;
  const isWhole = found.chain?.bad === null && found.damage === null;
  const isFine = isWhole && compared?.isFine !== false;
  if (isJson) printJson({ isFine, ...found, ...(compared && { archive: compared.archive }) });
  return isFine ? EXIT.done : EXIT.wrong;
}

export const verify: Verb = {
  words: '[--archive]',
  about: 'Looks at every event and every page, and says what is wrong.',
  help: `Checks whether each event is as it was written, and each page of the database. Changes nothing, and works
beside a running server.

  --archive   Also reads the whole archive, and compares it with the log: tells an event that was rewritten
              with all hashes after it, and a log that was cut off at its end.`,
  options: { archive: { type: 'boolean', default: false } },
  run,
};

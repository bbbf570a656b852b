import { type Examination, examine } from '#db/integrity/examine-folder.ts';
import { openFolderReader } from '#db/read-models/rebuild-by-command.ts';
import { formatCount } from '#shared/format-count.ts';
import { compareEvents } from '../operations/archive/compare.ts';
import { archiveWords, comparedLogOf } from './archive-words.ts';
import { logFolder, storageWords, withStorage } from './data-folder.ts';
import { progressOn } from './progress.ts';
import { EXIT, type Given, type Verb, count, printJson } from './verb.ts';

/** Prints whether each event is as it was written. Returns whether all are. */
function sayChain(chain: Examination['chain']): boolean {
  if (chain === null) return false;
  const { events, head, bad } = chain;
  if (!bad) {
    console.log(`${count(events, 'event')}, each as it was written.\nhead ${head}`);
    return true;
  }
  const { position, stream, revision, type, why } = bad;
  console.error(`The first bad event is at position ${position}: ${type}, revision ${revision} of ${stream}: ${why}.`);
  console.error(`The ${formatCount(events)} events before it are as they were written; the last one's hash is ${head}`);
  return false;
}

/** Prints whether the personal data of each event can be decrypted, or was forgotten on purpose. */
function sayKeys(keys: Examination['keys']): boolean {
  if (keys === null) return false;
  const { personal, forgotten, lost, accepted } = keys;
  const [first] = lost;
  if (accepted.length > 0)
    console.log(`${count(accepted.length, 'event has', 'events have')} lost their keys with a loss that was accepted.`);
  if (!first) {
    console.log(
      `${count(personal, 'event')} with personal details: each has its key, or its person was forgotten (${forgotten}).`,
    );
    return true;
  }
  const { position, type, stream } = first;
  console.error(
    `The personal details of ${count(lost.length, 'event')} cannot be read: vault.db lacks their keys, and no event says that their customers were forgotten.`,
  );
  console.error(`The first is at position ${position}: ${type} of ${stream}. Put back the newest vault.db there is.`);
  return false;
}

/** Prints which customers were forgotten by an event and still have a key. */
function sayKept(keys: Examination['keys']): boolean {
  const kept = keys?.kept ?? [];
  if (kept.length === 0) return true;
  console.error(
    `vault.db still has keys that an event said to destroy, of ${count(kept.length, 'person')}: ${kept.slice(0, 10).join(', ')}.`,
  );
  console.error(
    'Start the server, which finishes deletions; then run verify again. Only if this stays, put back the newest vault.db there is.',
  );
  return false;
}

/** Prints which accounts lost their address or password. */
function sayAccounts(keys: Examination['keys']): boolean {
  const lost = keys?.accounts ?? [];
  if (lost.length === 0) return true;
  const names = lost.slice(0, 10).map(({ account }) => account);
  console.error(`vault.db lacks the address or password of ${count(lost.length, 'account')}: ${names.join(', ')}.`);
  console.error('Put back the newest vault.db there is, with its vault.db-wal.');
  return false;
}

/** Prints which bookings still have the details of customers whose account was deleted. */
function sayLeft(keys: Examination['keys']): boolean {
  const left = keys?.left ?? [];
  if (left.length === 0) return true;
  console.error(
    `${count(left.length, 'booking')} of deleted accounts still ${left.length === 1 ? 'has its' : 'have their'} customer's details: ${left.slice(0, 10).join(', ')}.`,
  );
  console.error('The server forgets them within a minute of the deletion. Start it, and run verify again.');
  return false;
}

function sayFit(misfit: Examination['misfit']): boolean {
  if (misfit === null) console.log('log.db and vault.db belong together.');
  else console.error(`${misfit.reason}\n${misfit.advice}`);
  return misfit === null;
}

/** Prints which files have a damaged page. */
function sayPages(damaged: Examination['damaged']): boolean {
  for (const { reason, advice } of damaged) console.error(`${reason}\n${advice}`);
  return damaged.length === 0;
}

function examined(folder: string): Examination {
  const progress = progressOn(process.stderr, 'verifying');
  try {
    return examine(folder, (position, end) => progress.reached(position, end));
  } finally {
    progress.done();
  }
}

/** Prints what was found. Returns whether all is in order. */
function say(found: Examination): boolean {
  const isWhole = sayChain(found.chain);
  // Events after a bad one were not checked.
  const isReadable =
    !isWhole || [sayKeys, sayKept, sayAccounts, sayLeft].map((tell) => tell(found.keys)).every(Boolean);
  const isFit = sayFit(found.misfit);
  const isSound = sayPages(found.damaged);
  return isWhole && isReadable && isFit && isSound;
}

/** Whether all is in order. */
function isInOrder({ chain, keys, misfit, damaged }: Examination): boolean {
  const lists = keys === null ? [] : [keys.lost, keys.kept, keys.accounts, keys.left];
  return chain?.bad === null && lists.every(({ length }) => length === 0) && misfit === null && damaged.length === 0;
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
  const isLogFine = isJson ? isInOrder(found) : say(found);
  const compared = options['archive'] === true ? await comparedWithArchive(folder, isJson) : null;
  const isFine = isLogFine && compared?.isFine !== false;
  if (isJson) printJson({ isFine, ...found, ...(compared && { archive: compared.archive }) });
  return isFine ? EXIT.done : EXIT.wrong;
}

export const verify: Verb = {
  words: '[--archive]',
  about: 'Looks at every event, every key and every page, and says what is wrong.',
  help: `Checks whether each event is as it was written, whether what is personal of it has its key or its person was
forgotten, whether each account has its address and password, whether log and vault belong together, and
each page of both files. Changes nothing, and works beside a running server.

  --archive   Also reads the whole archive, and compares it with the log: tells an event that was rewritten
              with all hashes after it, and a log that was cut off at its end.`,
  options: { archive: { type: 'boolean', default: false } },
  run,
};

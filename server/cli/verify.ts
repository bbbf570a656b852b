import { type FileCheck, verifyFile } from '#db/integrity/verify-file.ts';
import type { Verification } from '#db/integrity/verify.ts';
import { formatCount } from '#shared/format-count.ts';
import { logFolder } from './data-folder.ts';
import { progressOn } from './progress.ts';
import { EXIT, type Given, type Verb, count, printJson } from './verb.ts';

/** Prints whether each event is as it was written. */
function sayChain({ events, head, bad }: Verification): void {
  if (!bad) return console.log(`${count(events, 'event')}, each as it was written.\nhead ${head}`);
  const { position, stream, revision, type, why } = bad;
  console.error(`The first bad event is at position ${position}: ${type}, revision ${revision} of ${stream}: ${why}.`);
  console.error(`The ${formatCount(events)} events before it are as they were written; the last one's hash is ${head}`);
}

function checked(folder: string): FileCheck {
  const progress = progressOn(process.stderr, 'verifying');
  try {
    return verifyFile(folder, (position, end) => progress.reached(position, end));
  } finally {
    progress.done();
  }
}

/** Prints what was found. */
function say({ chain, damage }: FileCheck): void {
  if (chain !== null) sayChain(chain);
  if (damage !== null) console.error(damage);
}

function run({ isJson }: Given): number {
  const found = checked(logFolder());
  const isFine = found.chain?.bad === null && found.damage === null;
  if (isJson) printJson({ isFine, ...found });
  else say(found);
  return isFine ? EXIT.done : EXIT.wrong;
}

export const verify: Verb = {
  words: '',
  about: 'Looks at every event and every page, and says what is wrong.',
  help: `Checks whether each event is as it was written, and each page of the database. Changes nothing, and works
beside a running server.`,
  run,
};

import { acceptLoss as acceptLossOf, whatToAccept } from '#db/integrity/accept.ts';
import { lostKeysOf } from '#db/integrity/examine-folder.ts';
import { whyNotWritable } from '#db/disk/room.ts';
import { isRefusedAtStart } from '#db/disk/sqlite.ts';
import { meaningOf } from '#db/disk/start-failure.ts';
import { agrees } from './agree.ts';
import { logFolder } from './data-folder.ts';
import type { Verb } from './verb.ts';

const CONSEQUENCES: readonly string[] = [
  'Bookings, payments and changes that are missing are not known here any more: compare with your payment provider and your mail.',
  'Accounts that are missing have to register again. What cannot be read any more is shown as "Deleted customer".',
];

const AGAIN =
  'Make room, make it writable, or end the process that keeps it to itself. Then run the command again: what is done stays done.';

/**
 * Runs the command; see `acceptOlder`. When nothing can be written, throws an error that names the file, the reason and what to
 * do.
 */
async function acceptLoss(folder: string, choice: { readonly isSure: boolean }): Promise<number> {
  try {
    return await acceptOlder(folder, choice);
  } catch (error) {
    if (!isRefusedAtStart(error)) throw error;
    const { path = folder } = error as NodeJS.ErrnoException;
    const why = whyNotWritable(folder);
    const words = why === null ? `: ${meaningOf(error)}` : `. ${why}`;
    throw new Error(`${path} could not be changed${words}. ${AGAIN}`, { cause: error });
  }
}

/**
 * Shows what an older log or vault has lost, and records in both that they match once the operator agrees. Resolves with the exit
 * code: 1 when something is wrong and was not accepted.
 */
async function acceptOlder(folder: string, { isSure }: { readonly isSure: boolean }): Promise<number> {
  const seal = whatToAccept(folder);
  if (seal === null) {
    console.log('log.db and vault.db belong together: there is nothing to accept.');
    return 0;
  }
  console.log(seal.reason);
  if (!seal.isAcceptable) {
    console.error(`This cannot be accepted. ${seal.advice}`);
    return 1;
  }
  if (seal.isLogWhole)
    console.log(`${lostKeysOf(folder).length} events have personal details that cannot be read any more.`);
  for (const consequence of CONSEQUENCES) console.log(consequence);
  if (!isSure && !(await agrees('Go on without it?'))) {
    console.error('Nothing was changed.');
    return 1;
  }
  acceptLossOf(folder, seal);
  console.log('Accepted: start the server.');
  return 0;
}

export const accept: Verb = {
  words: '[--yes]',
  about: 'Goes on without what an older log.db or vault.db lacks.',
  help: `When a start says that log.db or vault.db is older than the other and there is no newer one: shows what
is lost and, once you agree, lets the site go on without it. Needs the data folder for itself: stop the
server first. With an archive, try restore first.

  --yes   Agrees without being asked.`,
  options: { yes: { type: 'boolean', default: false } },
  run: ({ options }) => acceptLoss(logFolder(), { isSure: options['yes'] === true }),
};

import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { acceptLoss, whatToAccept } from '#db/integrity/accept.ts';
import { lostKeysOf } from '#db/integrity/examine-folder.ts';
import { whyNotWritable } from '#db/disk/room.ts';
import { isRefusedAtStart } from '#db/disk/sqlite.ts';
import { meaningOf } from '#db/disk/start-failure.ts';

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
export async function accept(folder: string, choice: { readonly isSure: boolean }): Promise<number> {
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
  if (!isSure && !(await agrees())) {
    console.error('Nothing was changed.');
    return 1;
  }
  acceptLoss(folder, seal);
  console.log('Accepted: start the server.');
  return 0;
}

async function agrees(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // Without a terminal the input may end without an answer.
  const end = once(terminal, 'close').then(() => '');
  try {
    return (await Promise.race([terminal.question('Go on without it? Type yes: '), end])).trim() === 'yes';
  } finally {
    terminal.close();
  }
}

import { type Examination, examine } from '#db/integrity/examine-folder.ts';
import { progressOn } from './progress.ts';

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** Prints whether each event is as it was written. Returns whether all are. */
function sayChain(chain: Examination['chain']): boolean {
  if (chain === null) return false;
  const { events, head, bad } = chain;
  if (!bad) {
    console.log(`${events} events, each as it was written.\nhead ${head}`);
    return true;
  }
  const { position, stream, revision, type, why } = bad;
  console.error(`The first bad event is at position ${position}: ${type}, revision ${revision} of ${stream}: ${why}.`);
  console.error(`The ${events} events before it are as they were written; the last one's hash is ${head}`);
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

/**
 * Checks every page of log and vault, and every event: whether it is as it was written, whether its personal data has its key,
 * and whether each account has its address and password. Prints what it finds. Returns the exit code: 1 when something is wrong.
 */
export function verifyLog(folder: string): number {
  const progress = progressOn(process.stderr, 'verifying');
  let found: Examination;
  try {
    found = examine(folder, (position, end) => progress.reached(position, end));
  } finally {
    progress.done();
  }
  const isWhole = sayChain(found.chain);
  // Events after a bad one were not checked.
  const isReadable = !isWhole || [sayKeys, sayKept, sayAccounts, sayLeft].map((say) => say(found.keys)).every(Boolean);
  const isFit = sayFit(found.misfit);
  const isSound = sayPages(found.damaged);
  return isWhole && isReadable && isFit && isSound ? 0 : 1;
}

import { EVENTS_COMMAND } from '../disk/events-command.ts';
import { ARCHIVE, REMOVE_JOURNALS } from '../disk/start-failure.ts';
import type { BadEvent } from './verify.ts';
import type { LogRecord, ReadModelRecord, Survey, VaultRecord } from './file-records.ts';

/** Why nothing is written to a folder, in words for its operator. */
export interface Seal {
  /** What is wrong, as a sentence. */
  readonly reason: string;
  /** What the operator can do about it. */
  readonly advice: string;
  /** `disk`: it accepts no writes at present. `misfit`: files are missing or older than others. `damage`: the log was altered. */
  readonly kind: 'disk' | 'misfit' | 'damage';
  /** Whether every known event is there, so that the log's content may be shown. */
  readonly isLogWhole: boolean;
  /** Whether every known change of the vault is there. */
  readonly isVaultWhole: boolean;
  /** Whether the operator can accept the loss and continue with what there is. */
  readonly isAcceptable: boolean;
}

const STOP = 'Stop the server and put';
const ACCEPT = `If there is no newer one, and no archive, \`${EVENTS_COMMAND} accept\` shows what is lost and lets the site go on without it.`;
const MISSING_LOG = `${STOP} log.db back from a backup, with log.db-wal if there is one. ${ARCHIVE} To begin with an empty site instead, move everything out of the folder.`;
const MISSING_VAULT = `${STOP} vault.db back from a backup, however old: without it no customer's details can be read and nobody can sign in. ${ARCHIVE} To begin with an empty site instead, move everything out of the folder.`;
const MISSING_BOTH = `${STOP} log.db and vault.db back from a backup. ${ARCHIVE} To begin with an empty site instead, move everything out of the folder.`;
const OLDER_LOG = `${STOP} the newest log.db there is in its place, with its log.db-wal. ${ARCHIVE} ${ACCEPT}`;
const OLDER_VAULT = `${STOP} the newest vault.db there is in its place, with its vault.db-wal. ${ARCHIVE} ${ACCEPT}`;
const BROKEN_ACCEPT = 'A loss was being accepted when the command ended: vault.db may be changed in part.';
const BROKEN_ACCEPT_ADVICE = `Run \`${EVENTS_COMMAND} accept\` again, or stop the server and put log.db and vault.db back, both as they were before it.`;
const MIXED_VAULT =
  "vault.db is older than vault.db-wal: changes of it are missing, customers' keys and passwords among them perhaps.";
const MIXED_LOG_ADVICE = `${STOP} the newest log.db there is in its place, with its log.db-wal, or log.db and vault.db from the same backup. ${REMOVE_JOURNALS} ${ARCHIVE}`;
const MIXED_LOG = 'log.db is older than log.db-wal: events are missing.';
const SAME_BACKUP = `${STOP} log.db and vault.db back from the same backup. ${REMOVE_JOURNALS} ${ARCHIVE}`;

function misfit(reason: string, advice: string, more: Partial<Seal> = {}): Seal {
  return { kind: 'misfit', reason, advice, isLogWhole: false, isVaultWhole: false, isAcceptable: false, ...more };
}

function events(count: number): string {
  return count === 1 ? '1 event is' : `${count} events are`;
}

/** The read models that were made from this site's log; others prove nothing about it. */
function ofSite(shop: string | null, readModels: readonly ReadModelRecord[]): readonly ReadModelRecord[] {
  return readModels.filter((copy) => copy.shop !== null && copy.shop === shop);
}

/** The read model with the highest position. */
function furthest(readModels: readonly ReadModelRecord[]): ReadModelRecord | null {
  return readModels.toSorted((a, b) => b.position - a.position)[0] ?? null;
}

/**
 * Judges a folder without a log. Any read model, in any state, proves that there was a site: log and vault are made before the
 * first one.
 */
function withoutLog({ vault, readModels, orphans }: Pick<Survey, 'vault' | 'readModels' | 'orphans'>): Seal | null {
  if (!vault && readModels.length === 0 && orphans.length === 0) return null;
  const last = furthest(vault ? ofSite(vault.shop, readModels) : readModels);
  const names = vault ? 'log.db is' : 'log.db and vault.db are';
  const left = orphans.length > 0 || !last ? orphans : [last.file];
  const there = left.length > 0 ? ` ${left.join(' and ')} ${left.length > 1 ? 'are' : 'is'} there.` : '';
  const from = last && last.position > 0 ? ` ${last.file} knows events up to number ${last.position}.` : there;
  const upTo = Math.max(vault?.log.position ?? 0, last?.position ?? 0);
  const known = upTo > 0 && vault ? ` There were at least ${upTo} events.` : from;
  return misfit(`${names} missing or empty.${known}`, vault ? MISSING_LOG : MISSING_BOTH);
}

function olderLog(end: number, file: string, known: number): Seal {
  const missing = `at least ${events(known - end)} missing`;
  return misfit(
    `log.db is older than ${file}: it ends at event ${end}, ${file} knows event ${known}; ${missing}.`,
    OLDER_LOG,
    {
      isAcceptable: true,
    },
  );
}

function olderVault(log: LogRecord, vault: VaultRecord): Seal {
  const changes = log.vaultState - vault.state;
  const lost = changes === 1 ? '1 change of it is' : `${changes} changes of it are`;
  return misfit(`vault.db is older than log.db: ${lost} missing, customers' keys among them perhaps.`, OLDER_VAULT, {
    isLogWhole: true,
    isAcceptable: true,
  });
}

function together(log: LogRecord, vault: VaultRecord): Seal | null {
  const end = log.head.position;
  // Files from before log and vault recorded each other cannot contradict each other.
  if (vault.shop === null) return log.vaultState > 0 ? olderVault(log, vault) : null;
  if (log.shop === null) return misfit('log.db is from before it and vault.db named each other.', SAME_BACKUP);
  if (log.shop !== vault.shop) {
    return misfit('log.db and vault.db do not belong together: each names another site.', SAME_BACKUP);
  }
  if (vault.log.position > end) return olderLog(end, 'vault.db', vault.log.position);
  if (log.hashAsNoted !== vault.log.hash) {
    return misfit(`log.db is not the one that vault.db knows: event ${vault.log.position} is another.`, SAME_BACKUP);
  }
  if (vault.state < log.vaultState) return olderVault(log, vault);
  if (vault.isBeingAccepted)
    return misfit(BROKEN_ACCEPT, BROKEN_ACCEPT_ADVICE, { isLogWhole: true, isAcceptable: true });
  return vault.isOlderThanJournal ? misfit(MIXED_VAULT, OLDER_VAULT, { isLogWhole: true, isAcceptable: true }) : null;
}

/**
 * Why a folder's files do not match and must not be written; null when they do. A file that is missing, or older than another
 * file says, is never taken for a new one.
 */
export function judge({ log, vault, readModels, orphans, tail }: Survey): Seal | null {
  if (!log) return withoutLog({ vault, readModels, orphans });
  if (log.isOlderThanJournal) return misfit(MIXED_LOG, MIXED_LOG_ADVICE);
  const isNew = log.head.position === 0 && log.vaultState === 0;
  if (!vault && isNew && withoutLog({ vault, readModels, orphans }) === null) return null;
  if (!vault) return misfit('vault.db is missing or empty.', MISSING_VAULT, { isLogWhole: true });
  const fault = together(log, vault);
  if (fault) return fault;
  const last = furthest(ofSite(log.shop, readModels));
  if (last && last.position > log.head.position) return olderLog(log.head.position, last.file, last.position);
  return tail?.bad ? sealOfDamage(tail.bad) : null;
}

/** The seal for a log that was altered or torn. */
export function sealOfDamage({ position, stream, why }: Pick<BadEvent, 'position' | 'stream' | 'why'>): Seal {
  return {
    kind: 'damage',
    reason: `log.db is damaged at event ${position} (${stream}): ${why}.`,
    advice: SAME_BACKUP,
    isLogWhole: true,
    isVaultWhole: true,
    isAcceptable: false,
  };
}

/** The seal for unreadable pages of a file. The readable ones are shown, because they were not altered. */
export function sealOfPages(file: string, what: string, isVaultWhole: boolean): Seal {
  return {
    kind: 'damage',
    reason: `${file} is damaged: ${what}.`,
    advice: SAME_BACKUP,
    isLogWhole: true,
    isVaultWhole,
    isAcceptable: false,
  };
}

/** The seal for a disk that accepts no writes at present. */
export function sealOfDisk(reason: string): Seal {
  return {
    kind: 'disk',
    reason: `${reason}.`,
    advice: 'Make room, make it writable, or end the process that keeps it to itself: the site goes on by itself then.',
    isLogWhole: true,
    isVaultWhole: true,
    isAcceptable: false,
  };
}

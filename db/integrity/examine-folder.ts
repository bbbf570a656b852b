import { join } from 'node:path';
import { damagedPages, lookAtFolder } from './damage.ts';
import { EventLog } from '../log/event-log.ts';
import type { Seal } from './seal-reasons.ts';
import { AccountCheck, type LostAccount } from '../vault/lost-accounts.ts';
import { KeyCheck, type LostKey } from '../vault/lost-keys.ts';
import { LeftBookingCheck } from '../vault/left-bookings.ts';
import { openFolderReader } from '../read-models/rebuild-by-command.ts';
import { isCorrupt, openSqliteReader } from '../disk/sqlite.ts';
import { LOG_FILE, VAULT_FILE, isThere } from './file-records.ts';
import { type Verification, verifyChain } from './verify.ts';

/**
 * Number of attempts at files that a server is writing to: they are not read at the same instant, so they may seem not to match.
 */
const LOOKS = 5;

/** The result of examining a whole folder. */
export interface Examination {
  /** Null when it cannot be read. */
  readonly chain: Verification | null;
  /** Null when there is no vault, or they cannot be read. */
  readonly keys: {
    /** Events with personal data. */
    readonly personal: number;
    /** Number of persons forgotten by an event. */
    readonly forgotten: number;
    /** Events that lost their key, and those of them whose loss the operator has accepted. */
    readonly lost: readonly LostKey[];
    readonly accepted: readonly LostKey[];
    /** Persons forgotten by an event who still have a key. */
    readonly kept: readonly string[];
    /** Accounts that lost their address or password, except those whose loss the operator has accepted. */
    readonly accounts: readonly LostAccount[];
    /** Bookings of deleted accounts whose customers were neither forgotten nor kept. */
    readonly left: readonly string[];
  } | null;
  /** Why log and vault do not match; null when they do. */
  readonly misfit: Seal | null;
  /** Files with a damaged page. */
  readonly damaged: readonly Seal[];
}

/** Why a start would open a folder sealed; null when it would not. A server may be writing to it. Throws `StartFailure`. */
export function sealOf(folder: string): Seal | null {
  let seal: Seal | null = null;
  for (let look = 0; look < LOOKS; look++) {
    ({ seal } = lookAtFolder(folder));
    if (seal?.kind !== 'misfit') return seal;
  }
  return seal;
}

/** The position up to which the operator has accepted that keys are lost. */
function acceptedUntil(folder: string): number {
  const db = openSqliteReader(join(folder, LOG_FILE));
  try {
    const isNamed = db.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'shop'`).get() !== undefined;
    return isNamed ? (db.prepare<[], number>('SELECT keys_lost_until FROM shop').pluck().get() ?? 0) : 0;
  } finally {
    db.close();
  }
}

/** Reads every event and every page of a folder, while a server may be writing to it. Throws `StartFailure`. */
export function examine(folder: string, onPage?: (position: number, end: number) => void): Examination {
  const seal = sealOf(folder);
  const misfit = seal?.kind === 'misfit' ? seal : null;
  const damaged = damagedPages(folder);
  try {
    return { ...eventsOf(folder, onPage), misfit, damaged };
  } catch (error) {
    if (!isCorrupt(error)) throw error;
    return { chain: null, keys: null, misfit, damaged };
  }
}

type Events = Pick<Examination, 'chain' | 'keys'>;

function eventsOf(folder: string, onPage?: (position: number, end: number) => void): Events {
  if (!isThere(join(folder, VAULT_FILE))) return { chain: chainOf(folder), keys: null };
  const reader = openFolderReader(folder);
  const vault = openSqliteReader(join(folder, VAULT_FILE));
  try {
    const check = new KeyCheck(reader.vault);
    const accounts = new AccountCheck(vault);
    const left = new LeftBookingCheck();
    const end = reader.log.head().position;
    const chain = verifyChain(reader.log, (position) => onPage?.(position, Math.max(end, position)), {
      onEvent(row) {
        check.take(row);
        accounts.take(row);
        left.take(row);
      },
    });
    const until = acceptedUntil(folder);
    const { personal, forgotten } = check;
    const lost = check.lost.filter(({ position }) => position > until);
    return {
      chain,
      keys: {
        personal,
        forgotten,
        lost,
        accepted: check.lost.slice(0, check.lost.length - lost.length),
        kept: check.kept,
        accounts: accounts.lost.filter(({ position }) => position > until),
        left: left.left,
      },
    };
  } finally {
    vault.close();
    reader.close();
  }
}

function chainOf(folder: string): Verification {
  const db = openSqliteReader(join(folder, LOG_FILE));
  try {
    return verifyChain(new EventLog(db));
  } finally {
    db.close();
  }
}

/** Events whose personal data cannot be read, although no event says that the person was forgotten. */
export function lostKeysOf(folder: string): readonly LostKey[] {
  return eventsOf(folder).keys?.lost ?? [];
}

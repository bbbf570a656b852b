import { FatalError } from '../fatal-error.ts';
import { type EventRow, GENESIS, type Head, chainHash } from './hash-chain.ts';

/** The first event that differs from what was written. */
export interface BadEvent extends Pick<EventRow, 'position' | 'stream' | 'revision' | 'type'> {
  readonly why: string;
}

export interface Verification {
  readonly events: number;
  readonly head: string;
  readonly bad: BadEvent | null;
}

/** The log of a database, as checks read it. */
export interface CheckedLog {
  /** How messages name the database, and what they advise when it is damaged. */
  readonly database: string;
  readonly advice: string;
  /** Up to `limit` events after a position, in order. */
  readAfter(position: number, limit: number): readonly EventRow[] | Promise<readonly EventRow[]>;
  /** Whether the index of its stream leads to an event: decisions read a stream by that index, which no hash covers. */
  isFound(row: EventRow): boolean;
}

/** Events that are checked against the hash chain at every startup. */
const EVENTS_CHECKED_AT_STARTUP = 1000;

/** The failure for an event that was altered, in words for the operator. */
export function damageError(
  { database, advice }: Pick<CheckedLog, 'database' | 'advice'>,
  { position, stream, why }: BadEvent,
): FatalError {
  return new FatalError(`${database} is damaged at event ${position} (${stream}): ${why}. ${advice}`);
}

/** What is wrong with an event, given the end of the log before it; null for nothing. */
function faultOf(row: EventRow, before: Head): string | null {
  if (row.position !== before.position + 1) return `follows position ${before.position}: events are missing`;
  return chainHash(before.hash, row) === row.hash ? null : 'its hash does not match its content';
}

/** Checks rows of the log, to the first event that was altered, moved or inserted, follows a removed one, or isn't found. */
export function checkRows(
  rows: readonly EventRow[],
  start: Head,
  isFound: CheckedLog['isFound'] = () => true,
): Verification {
  let head = start;
  for (const row of rows) {
    const why = faultOf(row, head) ?? (isFound(row) ? null : 'the index of its stream does not lead to it');
    const { position, stream, revision, type } = row;
    if (why !== null) return { events: head.position, head: head.hash, bad: { position, stream, revision, type, why } };
    head = row;
  }
  return { events: head.position, head: head.hash, bad: null };
}

/** The position after which `checkTail` needs the rows of a log, given its last position: one row more than it checks. */
export function tailStart(end: number): number {
  return Math.max(0, end - EVENTS_CHECKED_AT_STARTUP - 1);
}

/** Checks the last events, and returns how many. Throws `FatalError` if one was altered or is missing. */
export function checkTail(log: CheckedLog, rows: readonly EventRow[], end: number): number {
  const position = Math.max(0, end - EVENTS_CHECKED_AT_STARTUP);
  const isFound = (row: EventRow) => log.isFound(row);
  const [before, ...checked] = position === 0 ? [{ position, hash: GENESIS }, ...rows] : rows;
  // If that event is missing, the first row doesn't follow.
  const { bad } =
    before?.position === position
      ? checkRows(checked as EventRow[], before, isFound)
      : checkRows(rows, { position: position - 1, hash: GENESIS }, isFound);
  if (bad) throw damageError(log, bad);
  return end - position;
}

interface VerifyOptions {
  readonly signal?: AbortSignal;
  /** Events that are read at once. */
  readonly pageSize?: number;
  readonly onPage?: ((position: number) => unknown) | undefined;
}

/** Checks the whole chain, until the signal aborts: then it resolves with null. */
export async function verifyLog(
  log: CheckedLog,
  { signal, pageSize = 1000, onPage }: VerifyOptions = {},
): Promise<Verification | null> {
  let head: Head = { position: 0, hash: GENESIS };
  for (;;) {
    if (signal?.aborted) return null;
    const rows = await log.readAfter(head.position, pageSize);
    const checked = checkRows(rows, head, (row) => log.isFound(row));
    if (checked.bad || rows.length === 0) return checked;
    head = { position: checked.events, hash: checked.head };
    await onPage?.(head.position);
  }
}

import { FatalError } from '../fatal-error.ts';
import { type EventRow, GENESIS, type Head, chainHash } from './hash-chain.ts';

export interface BadEvent extends Pick<EventRow, 'position' | 'stream' | 'revision' | 'type'> {
  readonly why: string;
}

export interface Verification {
  readonly events: number;
  readonly head: string;
  readonly bad: BadEvent | null;
}

export interface CheckedLog {
  /** How messages name the database, and what they advise. */
  readonly database: string;
  readonly advice: string;
  readAfter(position: number, limit: number): readonly EventRow[] | Promise<readonly EventRow[]>;
  /** Decisions read a stream by its index, which no hash covers. */
  isFound(row: EventRow): boolean;
}

const EVENTS_CHECKED_AT_STARTUP = 1000;

export function damageError(
  { database, advice }: Pick<CheckedLog, 'database' | 'advice'>,
  { position, stream, why }: BadEvent,
): FatalError {
  return new FatalError(`${database} is damaged at event ${position} (${stream}): ${why}. ${advice}`);
}

/** Null if it is intact. `before`: the end of the log before it. */
function faultOf(row: EventRow, before: Head): string | null {
  if (row.position !== before.position + 1) return `follows position ${before.position}: events are missing`;
  return chainHash(before.hash, row) === row.hash ? null : 'its hash does not match its content';
}

/** Up to the first event that was altered, moved or inserted, follows a removed one, or isn't found. */
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

export function tailStart(end: number): number {
  return Math.max(0, end - EVENTS_CHECKED_AT_STARTUP - 1);
}

/** Returns how many. Throws `FatalError` if one was altered or is missing. */
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
  readonly pageSize?: number;
  readonly onPage?: ((position: number) => unknown) | undefined;
}

/** Null if the signal aborts. */
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

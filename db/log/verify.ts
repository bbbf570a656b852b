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

/** Events that are checked against the hash chain at every startup. */
export const EVENTS_CHECKED_AT_STARTUP = 1000;

/** The failure for an event that was altered, in words for the operator. */
export function damageError(database: string, { position, stream, why }: BadEvent, advice: string): FatalError {
  return new FatalError(`${database} is damaged at event ${position} (${stream}): ${why}. ${advice}`);
}

type IsFound = (row: EventRow) => boolean;

/** What is wrong with an event, given the end of the log before it; null for nothing. */
function faultOf(row: EventRow, before: Head): string | null {
  if (row.position !== before.position + 1) return `follows position ${before.position}: events are missing`;
  return chainHash(before.hash, row) === row.hash ? null : 'its hash does not match its content';
}

/**
 * Checks rows of the log, to the first event that was altered, moved or inserted, follows a removed one, or is missing from its stream's
 * index, which `isFound` looks into: decisions read a stream by its index, which no hash covers.
 */
export function checkRows(rows: readonly EventRow[], start: Head, isFound: IsFound = () => true): Verification {
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

interface Tail {
  readonly database: string;
  readonly advice: string;
  readonly isFound?: IsFound;
}

/** Checks the last events, and returns how many. Throws `FatalError` if one was altered or is missing. */
export function checkTail(rows: readonly EventRow[], end: number, { database, advice, isFound }: Tail): number {
  const position = Math.max(0, end - EVENTS_CHECKED_AT_STARTUP);
  const [before, ...checked] = position === 0 ? [{ position, hash: GENESIS }, ...rows] : rows;
  // If that event is missing, the first row doesn't follow.
  const { bad } =
    before?.position === position
      ? checkRows(checked as EventRow[], before, isFound)
      : checkRows(rows, { position: position - 1, hash: GENESIS }, isFound);
  if (bad) throw damageError(database, bad, advice);
  return end - position;
}

/** Checks the whole chain, or what follows an event. Yields the position after which it needs the next rows. */
export function* checkChain(
  isFound?: IsFound,
  start: Head = { position: 0, hash: GENESIS },
): Generator<number, Verification, readonly EventRow[]> {
  let head = start;
  for (;;) {
    const rows = yield head.position;
    const checked = checkRows(rows, head, isFound);
    if (checked.bad || rows.length === 0) return checked;
    head = { position: checked.events, hash: checked.head };
  }
}

interface VerifyOptions {
  readonly isFound?: IsFound;
  readonly signal?: AbortSignal | undefined;
  readonly onPage?: ((position: number) => void) | undefined;
}

/** Runs `checkChain` over the pages of a log, until the signal aborts: then it resolves with null. */
export async function verifyPages(
  readAfter: (position: number) => Promise<readonly EventRow[]>,
  { isFound, signal, onPage }: VerifyOptions = {},
): Promise<Verification | null> {
  const check = checkChain(isFound);
  let step = check.next([]);
  while (!step.done) {
    if (signal?.aborted) return null;
    if (step.value > 0) onPage?.(step.value);
    step = check.next(await readAfter(step.value));
  }
  return step.value;
}

import type { EventLog, EventRow } from '../engine/sqlite/event-log.ts';
import { isBroken } from '../engine/sqlite/sqlite.ts';
import { GENESIS, type Head, chainHash } from './hash-chain.ts';

/** The first event that differs from what was written. */
export interface BadEvent extends Pick<EventRow, 'position' | 'stream' | 'revision' | 'type'> {
  readonly why: string;
}

export interface Verification {
  readonly events: number;
  readonly head: string;
  readonly bad: BadEvent | null;
}

function isFoundByStream(log: EventLog, row: EventRow): boolean {
  try {
    return log.positionOf(row) === row.position;
  } catch (error) {
    if (!isBroken(error)) throw error;
    return false;
  }
}

/** What is wrong with an event, given the end of the log before it; null for nothing. */
function faultOf(row: EventRow, before: Head): string | null {
  if (row.position !== before.position + 1) return `follows position ${before.position}: events are missing`;
  return chainHash(before.hash, row) === row.hash ? null : 'its hash does not match its content';
}

/** The result of a check that ends with these rows: at the first fault, or after all. */
export function checkRows(
  rows: readonly EventRow[],
  start: Head,
  isFound: (row: EventRow) => boolean = () => true,
): Verification {
  let head = start;
  for (const row of rows) {
    // Decisions read a stream by its index, which no hash covers.
    const why = faultOf(row, head) ?? (isFound(row) ? null : 'the index of its stream does not lead to it');
    const { position, stream, revision, type } = row;
    if (why !== null) return { events: head.position, head: head.hash, bad: { position, stream, revision, type, why } };
    head = row;
  }
  return { events: head.position, head: head.hash, bad: null };
}

/**
 * Walks the hash chain to its end, or to the first event that was altered, moved or inserted, follows a removed one, or is
 * missing from its stream's index. Reads a page of events at once, and yields the position reached after each.
 */
export function* walkChain(
  log: EventLog,
  page = 1000,
  start: Head = { position: 0, hash: GENESIS },
): Generator<number, Verification, void> {
  let head = start;
  for (;;) {
    const rows = log.readAfter(head.position, page);
    const checked = checkRows(rows, head, (row) => isFoundByStream(log, row));
    if (checked.bad) return checked;
    head = { position: checked.events, hash: checked.head };
    yield head.position;
    if (rows.length < page) return checked;
  }
}

/** Checks the whole chain at once, or what follows an event; `onPage` reports the progress. */
export function verifyChain(log: EventLog, onPage?: (position: number) => void, start?: Head): Verification {
  const steps = walkChain(log, undefined, start);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    onPage?.(step.value);
  }
}

/** Checks only the last `count` events: fast enough for every start. */
export function verifyTail(log: EventLog, count: number): Verification {
  const position = Math.max(0, log.head().position - count);
  const hash = log.hashAt(position);
  return verifyChain(log, undefined, hash === null ? undefined : { position, hash });
}

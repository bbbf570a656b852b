import type { EventLog, EventRow } from '../engine/sqlite/event-log.ts';
import { isBroken } from '../engine/sqlite/sqlite.ts';
import { GENESIS, type Head, chainHash } from './hash-chain.ts';

const PAGE = 1000;

/** The first event that differs from what was written. */
export interface BadEvent {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly why: string;
}

export interface Verification {
  readonly events: number;
  readonly head: string;
  readonly bad: BadEvent | null;
}

export interface Walk {
  /** Where the check begins: after this position, with this hash. */
  readonly start?: Head;
  /** The last position to check. */
  readonly end?: number;
  /** Number of events read at once. */
  readonly page?: number;
  /** Called with every event that is unchanged. */
  readonly onEvent?: (row: EventRow) => void;
}

function bad({ position, stream, revision, type }: EventRow, why: string): BadEvent {
  return { position, stream, revision, type, why };
}

function isFoundByStream(log: EventLog, row: EventRow): boolean {
  try {
    return log.positionOf(row) === row.position;
  } catch (error) {
    if (!isBroken(error)) throw error;
    return false;
  }
}

/**
 * Walks the hash chain to its end, or to the first event that was altered, moved or inserted, follows a removed one, or is
 * missing from its stream's index. Yields the position reached after each page.
 */
export function* walkChain(
  log: EventLog,
  { start = { position: 0, hash: GENESIS }, end = Infinity, page = PAGE, onEvent }: Walk = {},
): Generator<number, Verification, void> {
  let { position, hash } = start;
  for (;;) {
    const size = Math.min(page, end - position);
    const rows = size > 0 ? log.readAfter(position, size) : [];
    for (const row of rows) {
      if (row.position !== position + 1) {
        return { events: position, head: hash, bad: bad(row, `follows position ${position}: events are missing`) };
      }
      if (chainHash(hash, row) !== row.hash) {
        return { events: position, head: hash, bad: bad(row, 'its hash does not match its content') };
      }
      // Decisions read a stream by its index, which no hash covers.
      if (!isFoundByStream(log, row)) {
        return { events: position, head: hash, bad: bad(row, 'the index of its stream does not lead to it') };
      }
      onEvent?.(row);
      ({ position, hash } = row);
    }
    yield position;
    if (rows.length < page) return { events: position, head: hash, bad: null };
  }
}

/** Checks the whole chain at once; `onPage` reports the progress. */
export function verifyChain(log: EventLog, onPage?: (position: number) => void, walk: Walk = {}): Verification {
  const steps = walkChain(log, walk);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    onPage?.(step.value);
  }
}

/** Checks only the last `count` events: fast enough for every start. */
export function verifyTail(log: EventLog, count: number): Verification {
  const from = Math.max(0, log.head().position - count);
  const [first] = from > 0 ? log.readAfter(from - 1, 1) : [];
  if (from > 0 && first?.position !== from) return verifyChain(log);
  return verifyChain(log, undefined, { start: { position: from, hash: first?.hash ?? GENESIS } });
}

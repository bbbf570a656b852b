import type { EventLog, EventRow } from './event-log.ts';
import { GENESIS, chainHash } from './hash-chain.ts';

const PAGE = 1000;

/** The first event that is not as it was written. */
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

/** Where a walk along the chain begins: after this position, with this hash. */
interface Start {
  readonly position: number;
  readonly hash: string;
}

function bad({ position, stream, revision, type }: EventRow, why: string): BadEvent {
  return { position, stream, revision, type, why };
}

/** Walks the hash chain to its end, or to the first event that was altered, moved, inserted, or follows one removed. */
export function verifyChain(
  log: EventLog,
  onPage?: (position: number) => void,
  start: Start = { position: 0, hash: GENESIS },
): Verification {
  let { position, hash } = start;
  for (;;) {
    const rows = log.readAfter(position, PAGE);
    for (const row of rows) {
      if (row.position !== position + 1) {
        return { events: position, head: hash, bad: bad(row, `follows position ${position}: events are missing`) };
      }
      if (chainHash(hash, row) !== row.hash) {
        return { events: position, head: hash, bad: bad(row, 'its hash does not match its content') };
      }
      ({ position, hash } = row);
    }
    onPage?.(position);
    if (rows.length < PAGE) return { events: position, head: hash, bad: null };
  }
}

/** Walks only the last `count` events: quick enough for every start. */
export function verifyTail(log: EventLog, count: number): Verification {
  const from = Math.max(0, log.head().position - count);
  const [first] = from > 0 ? log.readAfter(from - 1, 1) : [];
  if (from > 0 && first?.position !== from) return verifyChain(log);
  return verifyChain(log, undefined, { position: from, hash: first?.hash ?? GENESIS });
}

import type { Pool } from 'pg';
import { GENESIS, type Head } from '../../log/hash-chain.ts';
import { FatalError } from '../../fatal-error.ts';
import { type BadEvent, type Verification, checkRows } from '../../log/verify.ts';
import { readAfter } from './log.ts';

const PAGE_EVENTS = 1000;

/** Checks the hash chain from an event to its end, or to the first fault. Resolves with null if the signal aborted. */
export async function verifyLog(
  pool: Pool,
  {
    start = { position: 0, hash: GENESIS },
    signal,
    onPage,
  }: { readonly start?: Head; readonly signal?: AbortSignal; readonly onPage?: (position: number) => void } = {},
): Promise<Verification | null> {
  let { position, hash } = start;
  for (;;) {
    if (signal?.aborted) return null;
    const rows = await readAfter(pool, position, PAGE_EVENTS);
    const checked = checkRows(rows, { position, hash });
    if (checked.bad || rows.length === 0) return checked;
    ({ events: position, head: hash } = checked);
    onPage?.(position);
  }
}

/** The failure for an event that was altered, in words for the operator. */
export function damagedAt({ position, stream, why }: BadEvent): FatalError {
  return new FatalError(`The database is damaged at event ${position} (${stream}): ${why}. Restore it from a backup.`);
}

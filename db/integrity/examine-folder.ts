import { EventLog } from '../log/event-log.ts';
import { damagedPages, lookInto, unlessCorrupt } from './damage.ts';
import type { Seal } from './seal.ts';
import { type Verification, verifyChain } from './verify.ts';

/** The result of examining a whole folder. */
export interface Examination {
  /** Null when it cannot be read. */
  readonly chain: Verification | null;
  /** Damaged pages; null when there are none. */
  readonly damage: Seal | null;
}

/** Reads every event and every page of a folder, while a server may be writing to it. Throws `StartFailure`. */
export function examine(folder: string, onPage?: (position: number, end: number) => void): Examination {
  const damage = damagedPages(folder);
  const chain = lookInto(folder, (db) =>
    unlessCorrupt<Verification | null>(
      () => {
        const log = new EventLog(db);
        const end = log.head().position;
        return verifyChain(log, (position) => onPage?.(position, Math.max(end, position)));
      },
      () => null,
    ),
  );
  return { chain, damage };
}

import type { EventRow } from '#db/log/event-log.ts';
import type { ObjectStorage } from '../../outside/storage/port.ts';
import { ArchiveDamaged, type ArchiveIndex, gapOf, readIndex } from './archive-index.ts';
import { type Archive, archivedEvents, shopOf } from './read-archive.ts';

/** A log to compare with. */
export interface ComparedLog {
  readonly shop: string;
  /** The position of its last event. */
  readonly end: number;
  /** The hash of its event at a position; null when it has none. */
  readonly hashAt: (position: number) => string | null;
}

/** How an archive and a log differ. */
export interface Comparison {
  /** The last event of the archive. */
  readonly position: number;
  readonly head: string;
  /** Events that the archive does not have yet. */
  readonly notArchived: number;
  /** Events that the archive has beyond the end of the log: the log was cut off, or is older. */
  readonly notInLog: number;
  /** The first event that is another in the log; null when all are the same. */
  readonly firstOther: number | null;
  /** What is wrong with the archive itself; null when it is whole. */
  readonly damage: string | null;
  /** When the vault was archived last, in milliseconds; null for never. */
  readonly vaultAt: number | null;
}

/** Compares by the names of the archive's objects alone; null when there is no archive. It reads none of the events. */
export async function compareNames(storage: ObjectStorage, log: ComparedLog): Promise<Comparison | null> {
  const index = await readIndex(storage);
  return index && comparisonOf(index, log);
}

/** Compares every event; null when there is no archive. */
export async function compareEvents(
  archive: Archive,
  log: ComparedLog,
  onProgress: (position: number, end: number) => void = () => {},
): Promise<Comparison | null> {
  const index = await readIndex(archive.storage);
  if (!index) return null;
  const found = comparisonOf(index, log);
  try {
    for await (const { segment, rows } of archivedEvents(archive, index)) {
      const other = firstOther(rows, log);
      if (other !== null) return { ...found, firstOther: other };
      onProgress(segment.last, index.head.position);
    }
    return found;
  } catch (error) {
    if (!(error instanceof ArchiveDamaged)) throw error;
    return { ...found, damage: found.damage ?? error.message };
  }
}

function firstOther(rows: readonly EventRow[], { end, hashAt }: ComparedLog): number | null {
  const last = rows.findLast(({ position }) => position <= end);
  // The hash of an event covers all events before it.
  if (!last || hashAt(last.position) === last.hash) return null;
  return rows.find(({ position, hash }) => hashAt(position) !== hash)?.position ?? null;
}

function comparisonOf(index: ArchiveIndex, log: ComparedLog): Comparison {
  const { position, hash: head } = index.head;
  const other = index.segments.find((each) => each.last <= log.end && log.hashAt(each.last) !== each.head);
  return {
    position,
    head,
    notArchived: Math.max(0, log.end - position),
    notInLog: Math.max(0, position - log.end),
    firstOther: other?.first ?? null,
    damage: damageOf(index, log),
    vaultAt: index.snapshots.at(-1)?.at ?? null,
  };
}

function damageOf(index: ArchiveIndex, { shop }: ComparedLog): string | null {
  if (shopOf(index) !== shop) return 'it is the archive of another site';
  const gap = gapOf(index);
  return gap && `it lacks events ${gap.first} to ${gap.last}`;
}

import { openSegment } from '#db/archive/segment-seal.ts';
import { BrokenChain, unpackSegment } from '#db/archive/segment.ts';
import type { EventRow } from '#db/log/event-log.ts';
import { GENESIS, type Head } from '#db/log/hash-chain.ts';
import type { ObjectStorage, StoredObject } from '../../outside/storage/port.ts';
import { ArchiveDamaged, type ArchiveIndex } from './archive-index.ts';
import type { Segment } from './object-names.ts';

/** Objects that are asked for before they are needed. */
const AHEAD = 8;

/** The events of one segment, verified. */
export interface ArchivedEvents {
  readonly segment: Segment;
  readonly rows: readonly EventRow[];
}

/** The id of the site that an archive belongs to. */
export function shopOf({ epochs }: ArchiveIndex): string {
  return epochs.at(-1)?.shop ?? '';
}

/** An archive to be read. */
export interface Archive {
  readonly storage: ObjectStorage;
  /** Under which its segments are sealed. */
  readonly archiveKey: string;
}

/** Reads all events of an archive in order, and verifies each. Throws `ArchiveDamaged` for what is not as it was written. */
export async function* archivedEvents(
  { storage, archiveKey }: Archive,
  index: ArchiveIndex,
): AsyncGenerator<ArchivedEvents, void> {
  const shop = shopOf(index);
  let start: Head = { position: 0, hash: GENESIS };
  for await (const { segment, stored } of inOrder(storage, index.segments)) {
    if (stored === null) throw new ArchiveDamaged(segment.key, 'it is gone');
    const rows = await eventsIn(stored.bytes, { secret: archiveKey, name: segment.key, shop, start });
    start = { position: segment.last, hash: segment.head };
    if (rows.at(-1)?.hash !== segment.head) throw new ArchiveDamaged(segment.key, 'its name has another end');
    yield { segment, rows };
  }
}

interface Expected {
  readonly secret: string;
  readonly name: string;
  readonly shop: string;
  readonly start: Head;
}

async function eventsIn(sealed: Uint8Array, { secret, name, ...expected }: Expected): Promise<EventRow[]> {
  try {
    return await unpackSegment(openSegment(sealed, { secret, name }), expected);
  } catch (cause) {
    if (!(cause instanceof BrokenChain)) throw cause;
    throw new ArchiveDamaged(name, cause.message, { cause });
  }
}

/** Reads objects one after the other, and asks for the next ones meanwhile. */
async function* inOrder(
  storage: Pick<ObjectStorage, 'get'>,
  segments: readonly Segment[],
): AsyncGenerator<{ readonly segment: Segment; readonly stored: StoredObject | null }> {
  const asked: Promise<StoredObject | null>[] = [];
  for (const [at, segment] of segments.entries()) {
    for (const { key } of segments.slice(at + asked.length, at + AHEAD)) {
      const getting = storage.get(key);
      // Its rejection is met when it is its turn.
      getting.catch(() => {});
      asked.push(getting);
    }
    yield { segment, stored: (await asked.shift()) ?? null };
  }
}

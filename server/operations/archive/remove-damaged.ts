import type { ArchiveSource } from '#db/archive/archive-source.ts';
import { ArchiveDamaged, readIndex } from './archive-index.ts';
import { type Archive, archivedEvents } from './read-archive.ts';

/**
 * Reads the whole archive, and deletes the first segment that is damaged, if the log has its events: the names of the objects do not show
 * the damage, and no object is written over. Resolves with the deleted key; null for none. Rejects with `ArchiveDamaged` when the log
 * cannot replace the segment.
 */
export async function removeDamagedSegment(
  archive: Archive,
  source: Pick<ArchiveSource, 'hashAt'>,
  onProgress: (position: number, end: number) => void = () => {},
): Promise<string | null> {
  const index = await readIndex(archive.storage);
  if (!index) return null;
  try {
    for await (const { segment } of archivedEvents(archive, index)) onProgress(segment.last, index.head.position);
    return null;
  } catch (error) {
    if (!(error instanceof ArchiveDamaged)) throw error;
    const damaged = index.segments.find(({ key }) => key === error.key);
    if (!damaged || source.hashAt(damaged.last) !== damaged.head) throw error;
    await archive.storage.delete([damaged.key]);
    return damaged.key;
  }
}

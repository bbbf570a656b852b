import { join } from 'node:path';
import { ArchiveSource } from '#db/archive/archive-source.ts';
import { openFile } from '#db/integrity/open-file.ts';
import { openStore } from '#db/open-store.ts';
import { ArchiveWriter } from '#server/operations/archive/archive-writer.ts';
import { restoreFolder } from '#server/operations/archive/restore.ts';
import { FolderStorage } from '#server/outside/storage/folder.ts';
import { recordHistory } from './history.ts';
import type { Measurement } from './measurement.ts';
import { withFolder } from './temp-folder.ts';

const ARCHIVE_KEY = 'a key of the benchmarks, long enough';
const SEGMENT_EVENTS = 10_000;

function perSecond(events: number, begin: number): number {
  return (events / (performance.now() - begin)) * 1000;
}

/** Archives a log to a folder, and restores it from there, verified, as the commands do. */
export const archive: Measurement = {
  name: 'archive',
  run: ({ quick }) =>
    withFolder(async (root) => {
      const folder = join(root, 'shop');
      const store = await openStore({ folder, now: Date.now });
      await recordHistory(store, quick ? 50_000 : 500_000);
      store.close();
      const storage = new FolderStorage({
        folder: join(root, 'objects'),
        clock: { now: Date.now },
        secret: ARCHIVE_KEY,
      });
      const file = openFile(folder, { report: () => {}, onFailure: () => {} });
      const source = new ArchiveSource(file.db);
      const writer = await ArchiveWriter.claim({ storage, source, archiveKey: ARCHIVE_KEY, now: Date.now });
      const archiving = performance.now();
      while (!(await writer.archiveEvents(SEGMENT_EVENTS)));
      const archived = perSecond(writer.head.position, archiving);
      const vaulting = performance.now();
      await writer.archiveVault();
      const vaultMs = performance.now() - vaulting;
      file.close();
      const restoring = performance.now();
      const to = join(root, 'restored');
      const { head } = await restoreFolder({ storage, folder: to, archiveKey: ARCHIVE_KEY });
      let bytes = 0;
      for await (const page of storage.list('archive/log/')) for (const { size } of page) bytes += size;
      return [
        {
          title: `Archive of ${head.position.toLocaleString('en')} events`,
          figures: [
            { what: 'events archived a second', value: archived },
            { what: 'events restored a second, verified', value: perSecond(head.position, restoring), aim: '100,000' },
            { what: 'bytes an event', value: bytes / head.position },
            { what: 'milliseconds for a copy of the vault', value: vaultMs },
          ],
        },
      ];
    }),
};

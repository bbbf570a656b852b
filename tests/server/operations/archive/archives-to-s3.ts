import { expect, onTestFinished, test, vi } from 'vitest';
import { ArchiveHealth } from '#server/operations/archive/archive-health.ts';
import { readIndex } from '#server/operations/archive/archive-index.ts';
import { ArchiveWriter } from '#server/operations/archive/archive-writer.ts';
import { archive } from '#server/operations/workers/archive.ts';
import { S3Storage } from '#server/outside/storage/s3.ts';
import { systemClock } from '#server/process/clock.ts';
import { createLog } from '#server/process/log.ts';
import { PATIENCE_MS } from '#tests/patience.ts';
import { day, hold } from '../../../db/changes.ts';
import { logRows } from '../../../db/rows.ts';
import type { RealS3 } from '../../outside/storage/real-s3.ts';
import { ARCHIVE_KEY, archiveAll, bookedShop, restored } from './archived-shop.ts';

/** What the archive promises on a real S3 server. The server takes long to start, so all tests that need one are in one file. */
export function archivesTo(server: RealS3): void {
  /** The bucket without an archive. */
  async function emptyBucket(): Promise<S3Storage> {
    const storage = new S3Storage({ settings: server.settings(), stopping: new AbortController().signal });
    onTestFinished(() => storage.close());
    for await (const page of storage.list('archive/')) await storage.delete(page.map(({ key }) => key));
    return storage;
  }

  test('an archive restores to the same log', async () => {
    const shop = await bookedShop();
    const storage = await emptyBucket();
    await archiveAll(shop, storage, 3);
    expect(logRows((await restored(storage)).folder)).toEqual(logRows(shop.folder));
  });

  test('of writers that start at once each has a claim of its own, and only the last may write', async () => {
    const shop = await bookedShop();
    const storage = await emptyBucket();
    const claims = await Promise.allSettled(Array.from({ length: 4 }, () => ArchiveWriter.claim(shop.parts(storage))));
    const writers = claims.flatMap((claim) => (claim.status === 'fulfilled' ? [claim.value] : []));
    expect(writers.length).toBeGreaterThan(1);
    const written = await Promise.allSettled(writers.map((writer) => writer.archiveEvents(1000)));
    expect(written.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { epochs, head } = (await readIndex(storage))!;
    expect(epochs).toHaveLength(writers.length);
    expect(head).toEqual(shop.store.archiveSource.head);
  });

  test('a running site archives what is booked', async () => {
    const { store, folder } = await bookedShop();
    const storage = await emptyBucket();
    const stopping = new AbortController();
    const health = new ArchiveHealth(systemClock);
    const log = createLog({ level: 'silent' });
    const means = { store, storage, log, clock: systemClock, archive: health, config: { archiveKey: ARCHIVE_KEY } };
    const running = archive(means, stopping.signal);
    onTestFinished(() => {
      stopping.abort();
      return running;
    });
    const level = () =>
      vi.waitFor(
        () => expect(health.view()).toMatchObject({ position: store.position, waitingSince: null, state: 'level' }),
        { timeout: PATIENCE_MS, interval: 10 },
      );
    await level();
    for (let index = 4; index < 8; index++) {
      await store.change(hold(`b${index}`, { date: day(index) }));
      await level();
    }
    expect(logRows((await restored(storage)).folder)).toEqual(logRows(folder));
  });
}

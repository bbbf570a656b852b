import { expect, onTestFinished, test, vi } from 'vitest';
import type { Store } from '#db/store.ts';
import { ArchiveHealth } from '#server/operations/archive/archive-health.ts';
import { readSnapshots } from '#server/operations/archive/archive-index.ts';
import { ArchiveWriter } from '#server/operations/archive/archive-writer.ts';
import { archive } from '#server/operations/workers/archive.ts';
import { StorageRefused } from '#server/outside/storage/port.ts';
import { createLog } from '#server/process/log.ts';
import { day, hold } from '../../../db/changes.ts';
import { openIn } from '../../../db/folder.ts';
import { logRows } from '../../../db/rows.ts';
import { killed } from '../../../db/shop-files.ts';
import { NOW } from '../../../events/facts.ts';
import { HandClock } from '../../hand-clock.ts';
import { ARCHIVE_KEY, FaultyStorage, archiveAll, bookedShop, bucket, restored } from '../archive/archived-shop.ts';

/** A shop whose events are archived. Its clock moves whenever the worker waits. */
async function archivedShop() {
  const shop = await bookedShop();
  const storage = new FaultyStorage(bucket());
  const clock = new HandClock(NOW);
  const health = new ArchiveHealth(clock);
  const lines: { msg: string; err?: { message: string } }[] = [];
  const log = createLog({ level: 'info', to: { write: (line) => void lines.push(JSON.parse(line)) } });
  const stopping = new AbortController();
  const start = (store: Store = shop.store) => {
    const running = archive(
      { store, storage, clock, log, archive: health, config: { archiveKey: ARCHIVE_KEY } },
      stopping.signal,
    );
    onTestFinished(() => {
      stopping.abort();
      return running;
    });
  };
  /** Lets the worker's pauses end until this is true. */
  const until = (isSo: () => boolean, stepMs = 300) =>
    vi.waitFor(
      () => {
        if (isSo()) return;
        clock.advance(stepMs);
        throw new Error(`still ${JSON.stringify(health.view())}`);
      },
      { timeout: 20_000, interval: 5 },
    );
  const isLevel = () => health.view().position === shop.store.position && health.view().waitingSince === null;
  return { ...shop, storage, clock, health, lines, start, until, isLevel, said: () => lines.map(({ msg }) => msg) };
}

test('events and the vault are archived as they change', async () => {
  const shop = await archivedShop();
  shop.start();
  await shop.until(shop.isLevel);
  await shop.store.change(hold('b4', { date: day(4) }));
  shop.store.credentials.claimAddress('late@example.com', 'a2', 'hash');
  await shop.until(shop.isLevel);
  expect(shop.health.view()).toMatchObject({ state: 'level', reason: null, vaultAt: expect.any(Number) });
  expect(logRows((await restored(shop.storage)).folder)).toEqual(logRows(shop.folder));
  expect(shop.said()).toEqual([]);
});

test('if an old copy of the vault cannot be deleted, the log says so and archiving goes on', async () => {
  const shop = await archivedShop();
  shop.storage.fault = (method) => (method === 'delete' ? Promise.reject(new StorageRefused('locked')) : null);
  shop.start();
  await shop.until(shop.isLevel);
  const epochs = shop.storage.calls.filter((call) => call.startsWith('put archive/epochs'));
  await shop.until(() => shop.said().includes('old vault copy not deleted, retrying'));
  await shop.store.change(hold('b4', { date: day(4) }));
  await shop.until(shop.isLevel);
  expect(shop.storage.calls.filter((call) => call.startsWith('put archive/epochs'))).toEqual(epochs);
  expect(shop.health.view()).toMatchObject({ state: 'level', reason: null });
});

test('a storage that is down is said once, counts as behind after five minutes, and clears by itself', async () => {
  const shop = await archivedShop();
  shop.storage.fault = () => 'down';
  shop.start();
  await shop.until(() => shop.health.view().reason !== null);
  expect(shop.health.view()).toMatchObject({
    state: 'starting',
    reason: 'it is down',
    waitingSince: expect.any(Number),
  });
  await shop.store.change(hold('b4', { date: day(4) }));
  await shop.until(() => shop.health.view().state === 'behind', 30_000);
  shop.storage.fault = () => null;
  await shop.until(shop.isLevel);
  expect(shop.health.view()).toMatchObject({ state: 'level', reason: null });
  expect(shop.said()).toEqual([
    'the archive could not be written, and is tried again: it is down',
    'the archive is level with the log again',
  ]);
  expect(logRows((await restored(shop.storage)).folder)).toEqual(logRows(shop.folder));
});

test('a storage that takes for ever delays no change', async () => {
  const shop = await archivedShop();
  const { promise: never } = Promise.withResolvers<void>();
  shop.start();
  await shop.until(shop.isLevel);
  const hanging = Promise.withResolvers<void>();
  shop.storage.fault = () => {
    hanging.resolve();
    return never;
  };
  await shop.store.change(hold('b4', { date: day(4) }));
  await Promise.race([hanging.promise, shop.until(() => false)]);
  await shop.store.change(hold('b5', { date: day(5) }));
  expect(shop.store.unready).toBeNull();
  expect(shop.health.view().position).toBe(shop.store.position - 4);
});

test('a server whose archive another one has claimed says so, once, and never writes to it again', async () => {
  const shop = await archivedShop();
  shop.start();
  await shop.until(shop.isLevel);
  await ArchiveWriter.claim(shop.parts(shop.storage));
  await shop.store.change(hold('b4', { date: day(4) }));
  await shop.until(() => shop.health.view().state === 'refused');
  const { length } = shop.storage.calls;
  shop.clock.advance(3_600_000);
  await shop.store.change(hold('b5', { date: day(5) }));
  expect(shop.storage.calls).toHaveLength(length);
  expect(shop.said()).toEqual([expect.stringContaining('nothing is archived: another server writes to the archive')]);
  expect(shop.health.view().reason).toContain('only one may run');
});

test('another reason is said, too, when the archive cannot be written', async () => {
  const shop = await archivedShop();
  const other = await bookedShop();
  await ArchiveWriter.claim(other.parts(shop.storage));
  shop.storage.fault = () => 'down';
  shop.start();
  await shop.until(() => shop.health.view().reason !== null);
  shop.storage.fault = () => null;
  await shop.until(() => shop.health.view().state === 'refused');
  expect(shop.said()).toEqual([
    'the archive could not be written, and is tried again: it is down',
    expect.stringContaining('nothing is archived: the bucket has the archive of another site'),
  ]);
});

test('a log that lacks events of its archive is told apart from refusals that harm nothing', async () => {
  const shop = await archivedShop();
  const cut = killed(shop.folder);
  await shop.store.change(hold('b4', { date: day(4) }));
  await archiveAll(shop, shop.storage);
  shop.close();
  const { store } = openIn(cut);
  shop.start(store);
  await shop.until(() => shop.health.view().state === 'log-behind');
  expect(shop.said()).toEqual([expect.stringContaining('the archive has events that halfday.db lacks')]);
});

test('a bucket of another site is refused, and taken once it is empty', async () => {
  const shop = await archivedShop();
  const other = await bookedShop();
  await ArchiveWriter.claim(other.parts(shop.storage));
  shop.start();
  await shop.until(() => shop.health.view().state === 'refused');
  for await (const page of shop.storage.list('archive/')) await shop.storage.delete(page.map(({ key }) => key));
  await shop.until(shop.isLevel);
  expect(shop.health.view().state).toBe('level');
});

test('an archive that is deleted under a running server is said, and written anew', async () => {
  const shop = await archivedShop();
  shop.start();
  await shop.until(shop.isLevel);
  for await (const page of shop.storage.list('archive/')) await shop.storage.delete(page.map(({ key }) => key));
  await shop.store.change(hold('b4', { date: day(4) }));
  await shop.until(() => shop.health.view().state === 'refused');
  await shop.until(shop.isLevel);
  expect(shop.said()[0]).toContain("nothing is archived: the archive's object archive/epochs/");
  expect(logRows((await restored(shop.storage)).folder)).toEqual(logRows(shop.folder));
});

test('copies of the vault are deleted after two days, but the newest', async () => {
  const shop = await archivedShop();
  shop.start();
  for (let index = 0; index < 12; index++) {
    const { vaultAt } = shop.health.view();
    shop.store.credentials.claimAddress(`a${index}@example.com`, `a${index}`, 'hash');
    await shop.until(() => shop.health.view().vaultAt !== vaultAt);
  }
  const keys = async () => (await readSnapshots(shop.storage)).map(({ key }) => key);
  await expect.poll(async () => (await keys()).length).toBeLessThanOrEqual(6);
  const [newest] = (await keys()).slice(-1);
  shop.clock.advance(49 * 3_600_000);
  await expect.poll(keys).toEqual([newest]);
});

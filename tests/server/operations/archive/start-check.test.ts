import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demandNoLostSite } from '#server/operations/archive/start-check.ts';
import { createLog } from '#server/process/log.ts';
import { tempFolder } from '../../../temp-folder.ts';
import { FaultyStorage, archiveAll, bookedShop, bucket } from './archived-shop.ts';

async function archivedBucket() {
  const shop = await bookedShop();
  const storage = new FaultyStorage(bucket());
  await archiveAll(shop, storage);
  const lines: string[] = [];
  const log = createLog({ level: 'info', to: { write: (line) => void lines.push(line) } });
  return { shop, storage, log, lines };
}

test('a start without a log does not begin a new site where the bucket has the archive of one', async () => {
  const { storage, log } = await archivedBucket();
  for (const folder of [tempFolder(), join(tempFolder(), 'missing')])
    await expect(demandNoLostSite({ storage, log }, folder)).rejects.toThrow('Run `npm run events -- restore`');
});

test('a start with a log, or with an empty bucket, goes on', async () => {
  const { shop, storage, log } = await archivedBucket();
  await expect(demandNoLostSite({ storage, log }, shop.folder)).resolves.toBeUndefined();
  await expect(demandNoLostSite({ storage: bucket(), log }, tempFolder())).resolves.toBeUndefined();
});

test('a bucket that does not answer holds up no start, and the log says so', async () => {
  const { storage, log, lines } = await archivedBucket();
  storage.fault = () => 'down';
  await demandNoLostSite({ storage, log }, tempFolder());
  expect(lines.join('')).toContain('it starts as a new one');
});

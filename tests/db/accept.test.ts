import { expect, test } from 'vitest';
import { LossChanged, acceptLoss, whatToAccept } from '#db/accept.ts';
import { openIn, withFile } from './folder.ts';
import { putBack, removeAll, shop } from './shop-files.ts';

const addresses = (folder: string) =>
  withFile(folder, 'vault.db', (db) => db.prepare('SELECT address FROM addresses').pluck().all());

test('a loss that is another by the time the operator agrees is not accepted, and nothing is changed', async () => {
  const { store, folder, earlier, close } = await shop();
  store.credentials.claimAddress('ada@example.com', 'a1', 'hash');
  close();
  putBack(folder, earlier, 'log.db');
  const shown = whatToAccept(folder)!;
  removeAll(folder, 'log.db');
  expect(() => acceptLoss(folder, shown)).toThrow(LossChanged);
  expect(addresses(folder)).toEqual(['ada@example.com']);
  expect(openIn(folder).store.unready).toContain('log.db is missing or empty');
});

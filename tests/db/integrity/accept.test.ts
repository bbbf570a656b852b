import { expect, test, vi } from 'vitest';
import { LossChanged, acceptLoss, whatToAccept } from '#db/integrity/accept.ts';
import { examine } from '#db/integrity/examine-folder.ts';
import { Vault } from '#db/vault/vault.ts';
import { forgetCustomer } from '#events/booking/booking-owner.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { CAUSE, day, hold } from '../changes.ts';
import { openIn, withFile } from '../folder.ts';
import { killed, putBack, removeAll, shop } from '../shop-files.ts';

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

const OLDER = 'vault.db is older than log.db';

/** A folder with an older vault, and another with the newest one. Since the older one a customer was forgotten. */
async function withOlderVault() {
  const { store, folder, earlier, close } = await shop();
  const { person } = store.stateOf(bookingStream('b1'))!;
  await store.change({ streams: { booking: bookingStream('b1') }, decide: forgetCustomer, cause: CAUSE });
  store.forget([person]);
  close();
  const newest = killed(folder);
  putBack(folder, earlier, 'vault.db');
  return { folder, newest };
}

/** The newest vault lacks what was written since the older one was accepted: at the start, for `verify` and for `accept`. */
async function expectNewestToBeTold(folder: string, newest: string) {
  const { store, close } = openIn(folder);
  expect(store.seal).toBeNull();
  await store.change(hold('later', { date: day(30) }));
  close();
  putBack(folder, newest, 'vault.db');
  expect(whatToAccept(folder)?.reason).toContain(OLDER);
  expect(examine(folder).misfit?.reason).toContain(OLDER);
  expect(openIn(folder).store.unready).toContain(OLDER);
}

test('the newest vault counts as older once one from more than 10,000 changes earlier was accepted', async () => {
  const { store, folder, earlier, close } = await shop();
  close();
  withFile(folder, 'vault.db', (db) =>
    db.exec(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 25000)
       INSERT INTO manage_links (token, booking, generation) SELECT 'token ' || i, 'b1', 0 FROM n`,
    ),
  );
  expect(store.seal).toBeNull();
  openIn(folder).close();
  const newest = killed(folder);
  putBack(folder, earlier, 'vault.db');
  acceptLoss(folder, whatToAccept(folder)!);
  await expectNewestToBeTold(folder, newest);
});

/** Makes a step of `acceptLoss` fail. Returns a function that lets it succeed again. */
type Failing = (folder: string) => () => void;

const refusing =
  (file: string, when: string): Failing =>
  (folder) => {
    withFile(folder, file, (db) =>
      db.exec(`CREATE TRIGGER refused BEFORE ${when} BEGIN SELECT RAISE(ABORT, 'refused'); END`),
    );
    return () => withFile(folder, file, (db) => db.exec('DROP TRIGGER refused'));
  };

const cleaning: Failing = () => {
  const spy = vi.spyOn(Vault.prototype, 'clean').mockImplementationOnce(() => {
    throw new Error('refused');
  });
  return () => spy.mockRestore();
};

test.each<[string, Failing]>([
  ['forgets again', refusing('vault.db', 'DELETE ON person_keys')],
  ['empties the free pages of the vault', cleaning],
  ['notes in the log', refusing('log.db', 'UPDATE ON shop')],
  ['notes in the vault', refusing('vault.db', 'UPDATE OF log_hash ON shop')],
])('where accept ends before it %s, the vault is still older, and can be accepted again', async (_, failing) => {
  const { folder, newest } = await withOlderVault();
  const succeed = failing(folder);
  expect(() => acceptLoss(folder, whatToAccept(folder)!)).toThrow('refused');
  succeed();
  const left = whatToAccept(folder)!;
  expect(left.reason).toContain(OLDER);
  acceptLoss(folder, left);
  expect(whatToAccept(folder)).toBeNull();
  expect(examine(folder)).toMatchObject({ misfit: null, keys: { lost: [], kept: [], accounts: [] } });
  await expectNewestToBeTold(folder, newest);
});

test('when accept is interrupted and the newest log is restored, the operator is told so and can continue', async () => {
  const { folder, earlier, close } = await shop();
  close();
  const newest = killed(folder);
  putBack(folder, earlier, 'log.db');
  const succeed = cleaning(folder);
  expect(() => acceptLoss(folder, whatToAccept(folder)!)).toThrow('refused');
  succeed();
  putBack(folder, newest, 'log.db');
  const left = whatToAccept(folder)!;
  expect(left.reason).toBe('A loss was being accepted when the command ended: vault.db may be changed in part.');
  acceptLoss(folder, left);
  expect(openIn(folder).store.unready).toBeNull();
});

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { acceptLoss, whatToAccept } from '#db/integrity/accept.ts';
import { examine } from '#db/integrity/examine-folder.ts';
import { forgetAgain } from '#db/vault/forget-again.ts';
import { accountStream } from '#events/account/account.ts';
import { openIn, withFile } from '../../db/folder.ts';
import { readRows } from '../../db/rows.ts';
import { killed, putBack } from '../../db/shop-files.ts';
import { until } from '../workers/run.ts';
import { ADA, BEN, BENS_VISIT, books, openTown } from './town.ts';

/** Copies of a town before and after Ben, with a guest visit and an account visit, has deleted his account. */
async function deletedBen() {
  const town = openTown();
  await town.resident(ADA);
  const guest = await books(town, town.person(), BEN.email);
  const ben = await town.resident(BEN);
  const own = await ben.browser.holds({ ...BENS_VISIT, claim: 'pm' });
  const account = await town.idOf(BEN.email);
  town.store.manageLinks.remember('a link', { booking: guest, generation: 0 });
  const before = killed(town.config.dataFolder);
  await ben.deletes(BEN.password, 'cancel');
  await until(town.isCleaned);
  const persons = [
    town.store.stateOf(accountStream(account))!.person,
    ...[guest, own].map((id) => town.state(id)!.person),
  ];
  return { account, persons, before, after: killed(town.config.dataFolder), town };
}

function accept(folder: string): void {
  const loss = whatToAccept(folder);
  expect(loss?.isAcceptable).toBe(true);
  acceptLoss(folder, loss!);
}

const keysIn = (folder: string, persons: readonly string[]) =>
  withFile(folder, 'vault.db', (db) =>
    persons.filter((person) => db.prepare('SELECT 1 FROM person_keys WHERE person = ?').get(person) !== undefined),
  );

test('customers who deleted their account stay forgotten when an older vault is accepted', async () => {
  const { account, persons, before, after } = await deletedBen();
  const keys = withFile(before, 'vault.db', (db) =>
    persons.map((person) =>
      db.prepare<[string], Buffer>('SELECT key FROM person_keys WHERE person = ?').pluck().get(person)!,
    ),
  );
  putBack(after, before, 'vault.db');
  expect(keysIn(after, persons)).toHaveLength(persons.length);
  accept(after);
  expect(keysIn(after, persons)).toEqual([]);
  const files = readdirSync(after).filter((file) => !file.endsWith('.lock'));
  const bytes = files.map((file) => readFileSync(join(after, file)));
  expect(keys.filter((key) => bytes.some((each) => each.includes(key)))).toEqual([]);
  const { store, close } = openIn(after);
  expect(store.seal).toBeNull();
  expect(store.credentials.addressRow(BEN.email)).toBeUndefined();
  expect(store.credentials.passwordHash(account)).toBeNull();
  expect(store.manageLinks.find('a link')).toBeNull();
  expect(JSON.stringify(await readRows(store))).not.toContain(BENS_VISIT.address);
  expect(store.credentials.addressRow(ADA.email)).toBeDefined();
  close();
  expect(examine(after).keys).toMatchObject({ kept: [], lost: [] });
});

test('no calendar address of an older vault that is accepted is good: it may have been removed since', async () => {
  const { before, after } = await deletedBen();
  const insert =
    "INSERT INTO link_tokens (token, account, purpose, expires_at) VALUES ('t', 'a', 'calendar-feed', 9e15)";
  withFile(before, 'vault.db', (db) => db.exec(insert));
  putBack(after, before, 'vault.db');
  accept(after);
  const count = "SELECT count(*) FROM link_tokens WHERE purpose = 'calendar-feed'";
  expect(withFile(after, 'vault.db', (db) => db.prepare(count).pluck().get())).toBe(0);
});

test('an older vault that is not accepted yet is still reported as older after customers were forgotten in it again', async () => {
  const { persons, before, after } = await deletedBen();
  putBack(after, before, 'vault.db');
  const reason = whatToAccept(after)?.reason;
  // Cut off after the first step.
  withFile(after, 'log.db', (log) => withFile(after, 'vault.db', (vault) => forgetAgain(log, vault)));
  expect(keysIn(after, persons)).toEqual([]);
  expect(whatToAccept(after)?.reason).toBe(reason);
});

test('the person of a deleted account is found by its stream, not among all registrations', () => {
  const { folder, close } = openIn();
  close();
  const plans = withFile(folder, 'log.db', (log) => {
    const prepare = vi.spyOn(log, 'prepare');
    withFile(folder, 'vault.db', (vault) => forgetAgain(log, vault));
    const statements = prepare.mock.calls.map(([sql]) => sql);
    prepare.mockRestore();
    return statements.flatMap((sql) =>
      log.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...(sql.includes('?') ? [''] : [])),
    );
  });
  const found = plans.filter(({ detail }) => detail.includes('registered'));
  expect(found.map(({ detail }) => detail)).toEqual([expect.stringContaining('(stream=?)')]);
});

test('while the files still hold keys of customers who were forgotten, an older vault is not accepted', async () => {
  const { before, after } = await deletedBen();
  putBack(after, before, 'vault.db');
  const loss = whatToAccept(after)!;
  // While this transaction reads, the deleted data stays in the journal.
  withFile(after, 'vault.db', (reader) => {
    reader.exec('BEGIN');
    reader.prepare('SELECT * FROM shop').get();
    expect(() => acceptLoss(after, loss)).toThrow('another process uses the vault');
  });
  expect(whatToAccept(after)).toEqual(loss);
  accept(after);
  expect(openIn(after).store.seal).toBeNull();
});

test('after an older log is accepted, the losses of customers forgotten since count as accepted', async () => {
  const { before, after } = await deletedBen();
  putBack(after, before, 'log.db');
  expect(examine(after).keys?.lost).not.toEqual([]);
  accept(after);
  const { keys, misfit } = examine(after);
  expect([keys?.lost, misfit]).toEqual([[], null]);
  expect(keys?.accepted).not.toEqual([]);
});

test('verify reports an account whose password a copy of the vault lacks, unless it was deleted or the loss was accepted', async () => {
  const { before, after, town } = await deletedBen();
  expect(examine(after).keys?.accounts).toEqual([]);
  const ada = await town.idOf(ADA.email);
  withFile(after, 'vault.db', (db) => db.prepare('DELETE FROM passwords WHERE account = ?').run(ada));
  expect(examine(after).keys?.accounts).toMatchObject([{ account: ada }]);
  putBack(after, before, 'vault.db');
  withFile(after, 'vault.db', (db) => {
    const state = db.prepare<[], number>('SELECT state FROM shop').pluck().get();
    db.prepare('DELETE FROM passwords WHERE account = ?').run(ada);
    db.prepare('UPDATE shop SET state = ?').run(state);
  });
  accept(after);
  expect(examine(after).keys?.accounts).toEqual([]);
});

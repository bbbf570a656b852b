import { readFileSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { killed, putBack, shop } from '../../db/shop-files.ts';
import { spoilPart } from '../../db/read-models/spoil.ts';
import { openIn, withFile } from '../../db/folder.ts';
import { events } from './command.ts';

const contentsOf = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => /^(?:log|vault)\.db(?:-wal)?$/.test(name))
      .map((name) => [name, readFileSync(join(folder, name), 'base64')]),
  );

test.each(['log.db', 'vault.db'])('beside an emptied %s no command changes its journal', async (file) => {
  const { folder } = await shop();
  const left = killed(folder);
  truncateSync(join(left, file));
  const before = contentsOf(left);
  expect(before[`${file}-wal`]).not.toBe('');
  const said = openIn(killed(left)).store.unready!;
  expect(said).toContain(`${file} is missing or empty.`);
  for (const words of [['verify'], ['rebuild'], ['accept', '--yes']]) {
    const { code, out, err } = await events(left, ...words);
    expect(out + err).toContain(said);
    expect(code).toBe(1);
    expect(contentsOf(left)).toEqual(before);
  }
  putBack(left, folder, file);
  expect((await events(left, 'verify')).code).toBe(0);
});

test('emptied log and vault, whose journals alone are left, are not taken for a new site', async () => {
  const { folder } = await shop();
  const left = killed(folder);
  for (const name of readdirSync(left)) {
    if (name.startsWith('read-')) writeFileSync(join(left, name), '');
    if (name === 'log.db' || name === 'vault.db') truncateSync(join(left, name));
  }
  const before = contentsOf(left);
  const { store } = openIn(left);
  expect(store.unready).toBe('log.db and vault.db are missing or empty. log.db-wal and vault.db-wal are there.');
  expect(contentsOf(left)).toEqual(before);
});

test.each([4096, 20_000])('a log that was cut to %i bytes is reported beside its whole journal', async (size) => {
  const { folder } = await shop();
  const left = killed(folder);
  truncateSync(join(left, 'log.db'), size);
  const { code, err } = await events(left, 'verify');
  expect(err).toContain('log.db is damaged: ');
  expect(err).toContain('put log.db and vault.db back from the same backup');
  expect(code).toBe(1);
});

test.each([
  ['log.db', 'sold_units'],
  ['log.db', 'idempotency'],
  ['log.db', 'postponed_by_due'],
])('verify names the part of %s with a damaged page: %s', async (file, part) => {
  const { folder, close } = await shop();
  close();
  spoilPart(folder, file, part);
  const { code, out, err } = await events(folder, 'verify');
  expect(out).toContain('6 events, each as it was written.');
  expect(err).toMatch(new RegExp(`^${file} is damaged: .*, of ${part}\\.$`, 'm'));
  expect(code).toBe(1);
});

test('verify names the event that a damaged index does not lead to', async () => {
  const { folder, close } = await shop();
  close();
  spoilPart(folder, 'log.db', 'sqlite_autoindex_events_1');
  const { code, err } = await events(folder, 'verify');
  expect(err).toContain('The first bad event is at position 1');
  expect(err).toContain('the index of its stream does not lead to it');
  expect(code).toBe(1);
});

test('verify reports an index that lacks a row of its table', async () => {
  const { folder, close } = await shop();
  close();
  const nameInIndex = (column: string) =>
    withFile(folder, 'vault.db', (db) => {
      db.unsafeMode().pragma('writable_schema = ON');
      db.prepare(`UPDATE sqlite_master SET sql = ? WHERE name = 'addresses_of_account'`).run(
        `CREATE INDEX addresses_of_account ON addresses (${column})`,
      );
    });
  nameInIndex('address');
  withFile(folder, 'vault.db', (db) =>
    db.exec(`INSERT INTO addresses (address, account, settled) VALUES ('ada@example.com', 'a1', 1)`),
  );
  nameInIndex('account');
  const { code, err } = await events(folder, 'verify');
  expect(err).toMatch(/vault\.db is damaged \(row 1 missing from index addresses_of_account\)/);
  expect(code).toBe(1);
});

test('verify prints the same message about damaged events as a start', async () => {
  const { folder, close } = await shop();
  close();
  spoilPart(folder, 'log.db', 'events');
  const { code, err } = await events(folder, 'verify');
  expect(err).toBe(
    `${join(folder, 'log.db')} is damaged or cut off. Put it back from a backup, log.db and vault.db from the same one. Of log.db-wal, log.db-shm, vault.db-wal and vault.db-shm move away what is not from that backup; leave all other files. If there is an archive in the object storage, move log.db and vault.db with their -wal and -shm files out of the folder instead, and run \`npm run events -- restore\`.\n`,
  );
  expect(code).toBe(1);
});

test.each(['log.db', 'vault.db'])(
  'another program’s interrupted change to %s is reported, with what to do',
  async (file) => {
    const { folder, close } = await shop();
    close();
    const journal = join(folder, `${file}-journal`);
    writeFileSync(journal, Buffer.from('d9d505f920a163d7', 'hex'));
    const said = `${journal} has a change of another program that was broken off. End that program and open ${join(folder, file)} once`;
    expect(() => openIn(folder)).toThrow(said);
    const { code, err } = await events(folder, 'verify');
    expect(err).toContain(said);
    expect(code).toBe(1);
  },
);

test('a journal of another program’s completed change is ignored', async () => {
  const { folder, close } = await shop();
  close();
  for (const file of ['log.db', 'vault.db']) writeFileSync(join(folder, `${file}-journal`), Buffer.alloc(512));
  openIn(folder).close();
  expect(await events(folder, 'verify')).toMatchObject({ code: 0 });
});

import { readFileSync, readdirSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StoreSealed } from '#db/integrity/store-sealed.ts';
import type { Store } from '#db/store.ts';
import { newAccountStream } from '#events/account/account.ts';
import { register } from '#events/account/account-life.ts';
import { rolesStream } from '#events/account/roles.ts';
import { day, hold } from '../changes.ts';
import { openIn, withFile } from '../folder.ts';
import { readRows } from '../rows.ts';
import { killed, putBack, remove, removeAll, shop } from '../shop-files.ts';

type Loss = (folder: string, earlier: string) => void;
const losses: Record<string, { readonly lose: Loss; readonly why: RegExp; readonly showsLog: boolean }> = {
  'the log is missing': {
    lose: (folder) => removeAll(folder, 'log.db'),
    why: /^log\.db is missing or empty\. There were at least 6 events\.$/,
    showsLog: false,
  },
  'the log is missing, and its journal there': {
    lose: (folder) => remove(folder, 'log.db'),
    why: /^log\.db is missing or empty/,
    showsLog: false,
  },
  'the log is empty': {
    lose(folder) {
      removeAll(folder, 'log.db-wal');
      truncateSync(join(folder, 'log.db'));
    },
    why: /^log\.db is missing or empty/,
    showsLog: false,
  },
  'the log is older': {
    lose: (folder, earlier) => putBack(folder, earlier, 'log.db'),
    why: /^log\.db is older than vault\.db: it ends at event 2, vault\.db knows event 6; at least 4 events are missing\.$/,
    showsLog: false,
  },
  "the log's journal is missing": {
    lose: (folder) => remove(folder, 'log.db-wal'),
    why: /^log\.db is older than vault\.db: it ends at event 0/,
    showsLog: false,
  },
  'the vault is missing': {
    lose: (folder) => removeAll(folder, 'vault.db'),
    why: /^vault\.db is missing or empty\.$/,
    showsLog: true,
  },
  'the vault is empty': {
    lose(folder) {
      removeAll(folder, 'vault.db-wal');
      truncateSync(join(folder, 'vault.db'));
    },
    why: /^vault\.db is missing or empty\.$/,
    showsLog: true,
  },
  'the vault is older': {
    lose: (folder, earlier) => putBack(folder, earlier, 'vault.db'),
    why: /^vault\.db is older than log\.db: 1 change of it is missing/,
    showsLog: true,
  },
  "the vault's journal is missing": {
    lose: (folder) => remove(folder, 'vault.db-wal'),
    why: /^vault\.db is older than log\.db: \d+ changes of it are missing/,
    showsLog: true,
  },
  'both are missing, and read models there': {
    lose(folder) {
      removeAll(folder, 'log.db');
      removeAll(folder, 'vault.db');
    },
    why: /^log\.db and vault\.db are missing or empty\. read-.*\.db knows events up to number 6\.$/,
    showsLog: false,
  },
  'the journals of both are missing': {
    lose(folder) {
      remove(folder, 'log.db-wal');
      remove(folder, 'vault.db-wal');
    },
    why: /^log\.db is older than read-.*\.db: it ends at event 0/,
    showsLog: false,
  },
};

/** What log and vault consist of. */
function bytesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => /^(?:log|vault)\.db(?:-wal)?$/.test(name));
  const contents = names.map((name) => [name, readFileSync(join(folder, name), 'base64')] as const);
  // Looking into a database leaves an empty journal.
  return Object.fromEntries(contents.filter(([name, content]) => content !== '' || !name.endsWith('-wal')));
}

/** How many bookings a store shows, if it shows any. */
async function bookingsShown(store: Store): Promise<number | string> {
  try {
    return (await readRows(store)).bookings.length;
  } catch (error) {
    if (!(error instanceof StoreSealed)) throw error;
    return 'nothing is shown';
  }
}

/** A sealed store: nothing is saved, no account becomes the owner, and no file is made in its folder. */
async function expectSealed(store: Store, folder: string, before: object): Promise<void> {
  await expect(store.change(hold('b9', { date: day(9) }))).rejects.toThrow(StoreSealed);
  const registering = store.change({
    streams: { account: newAccountStream('a1'), roles: rolesStream },
    decide: (states, person) =>
      register(states, {
        account: 'a1',
        person,
        personal: { name: 'Mallory', email: 'mallory@example.com' },
        mayBeFirst: true,
        now: 0,
      }),
    cause: { correlation: 'test' },
  });
  await expect(registering).rejects.toThrow(StoreSealed);
  expect(() => store.manageLinks).toThrow(StoreSealed);
  expect(() => store.credentials).toThrow(StoreSealed);
  store.close();
  expect(bytesOf(folder)).toEqual(before);
}

test.each(Object.entries(losses))('after a kill, when %s, a start writes nothing and says so', async (_, loss) => {
  const { folder, earlier } = await shop();
  const left = killed(folder);
  loss.lose(left, earlier);
  const before = bytesOf(left);
  const { store } = openIn(left);
  expect(store.unready).toMatch(loss.why);
  expect(store.seal?.advice).toMatch(/^Stop the server and put /);
  expect(await bookingsShown(store)).toBe(loss.showsLog ? 3 : 'nothing is shown');
  await expectSealed(store, left, before);
});

const readModelsOf = (folder: string) => readdirSync(folder).filter((name) => /^read-.*\.db$/.test(name));

/** Read models as another start of the operating system finds them, or does not find them whole. */
const afterPowerCut: Record<string, (folder: string) => void> = {
  'as they were': (folder) => {
    for (const file of readModelsOf(folder)) {
      withFile(folder, file, (db) => db.exec(`UPDATE progress SET boot = 'before the power cut'`));
    }
  },
  'of an earlier version, which names no log': (folder) => {
    for (const file of readModelsOf(folder)) {
      withFile(folder, file, (db) => db.exec(`ALTER TABLE progress DROP COLUMN shop; UPDATE progress SET boot = ''`));
    }
  },
  torn: (folder) => {
    for (const file of readModelsOf(folder)) writeFileSync(join(folder, file), 'torn');
  },
};

test.each(Object.entries(afterPowerCut))(
  'after a power cut that took log and vault and left read models %s, a start makes no new site',
  async (_, leave) => {
    const { folder } = await shop();
    const left = killed(folder);
    for (const name of ['log.db', 'vault.db']) removeAll(left, name);
    leave(left);
    const before = readModelsOf(left);
    const { store } = openIn(left);
    expect(store.unready).toMatch(/^log\.db and vault\.db are missing or empty\. read-.*\.db /);
    await expectSealed(store, left, {});
    expect(readModelsOf(left)).toEqual(before);
  },
);

test('after a power cut that took the journals of log and vault, read models tell that the log is older', async () => {
  const { folder } = await shop();
  const left = killed(folder);
  for (const name of ['log.db-wal', 'vault.db-wal']) remove(left, name);
  afterPowerCut['as they were']!(left);
  expect(openIn(left).store.unready).toMatch(/^log\.db is older than read-.*\.db: it ends at event 0/);
});

const journalless = Object.entries(losses).filter(([name]) => !name.includes('journal'));

test.each(journalless)('after a stop in good order, when %s, a start writes nothing and says so', async (_, loss) => {
  const { folder, earlier, close } = await shop();
  close();
  loss.lose(folder, earlier);
  const before = bytesOf(folder);
  const { store } = openIn(folder);
  expect(store.unready).toMatch(loss.why);
  await expectSealed(store, folder, before);
});

test.each(Object.entries(losses))('when %s, putting back what was there is all it takes', async (_, { lose }) => {
  const { folder, earlier } = await shop();
  const left = killed(folder);
  const backup = killed(left);
  lose(left, earlier);
  openIn(left).close();
  for (const name of ['log.db', 'vault.db']) putBack(left, backup, name);
  const { store } = openIn(left);
  expect(store.seal).toBeNull();
  await store.change(hold('b9', { date: day(9) }));
  expect((await readRows(store)).bookings).toHaveLength(4);
});

test('a sealed store holds no lock, and lets go of nothing that another process holds', async () => {
  const { folder, close } = await shop();
  close();
  const [log, away] = [join(folder, 'log.db'), join(folder, 'away')];
  renameSync(log, away);
  const { store } = openIn(folder);
  expect(store.seal).not.toBeNull();
  renameSync(away, log);
  const mended = openIn(folder);
  await mended.store.change(hold('b9', { date: day(9) }));
});

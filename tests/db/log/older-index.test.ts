import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { acceptLoss, whatToAccept } from '#db/integrity/accept.ts';
import { noteDamage } from '#db/integrity/damage.ts';
import { examine } from '#db/integrity/examine-folder.ts';
import { StartFailure } from '#db/disk/start-failure.ts';
import { failStatements } from '../disk/failing-statements.ts';
import { processBeside } from '../other-process.ts';
import { day, hold } from '../changes.ts';
import { type OpenStore, openIn } from '../folder.ts';
import { SECOND, killed, shop } from '../shop-files.ts';
import { overwrite } from '../read-models/spoil.ts';
import { PATIENCE_MS } from '../../patience.ts';

const READ = 'SELECT * FROM sqlite_master';

/** A folder as a kill leaves it, while another process keeps a database open, and with an older index of its journal. */
async function withOlderIndex(database: string, { isBegunAgain = false } = {}) {
  let open: OpenStore = await shop();
  const older = readFileSync(join(open.folder, `${database}-shm`));
  if (isBegunAgain) {
    open.close();
    open = openIn(open.folder);
  }
  await open.store.change(hold('b4', { date: day(3) }));
  open.store.credentials.claimAddress('ada@example.com', 'a1', 'hash');
  vi.advanceTimersByTime(SECOND);
  const folder = killed(open.folder);
  const reader = await processBeside(folder, database, READ);
  overwrite(join(folder, `${database}-shm`), older);
  return { folder, reader };
}

const wordsFor = (folder: string, name: string) =>
  `${join(folder, name)}-shm is older than ${name}-wal: another process keeps ${name} open. End that process and start again; nothing is missing.`;

function thrownBy(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

function foundBy(folder: string) {
  const { store } = openIn(folder);
  return {
    unready: store.unready,
    events: store.position,
    address: store.credentials.addressRow('ada@example.com')?.account,
  };
}

const NOTHING_LOST = { unready: null, events: 8, address: 'a1' };

test.each(['log.db', 'vault.db'])(
  'an older index of %s that another process keeps in use ends the start, and is nothing to accept',
  async (database) => {
    const { folder, reader } = await withOlderIndex(database);
    const failure = new StartFailure(wordsFor(folder, database));
    // The whole wait is made by the next test.
    const pause = vi.spyOn(Atomics, 'wait').mockReturnValue('timed-out');
    onTestFinished(() => pause.mockRestore());
    expect(thrownBy(() => openIn(folder))).toEqual(failure);
    expect(thrownBy(() => whatToAccept(folder))).toEqual(failure);
    const agreed = { kind: 'misfit', reason: 'log.db is older', isLogWhole: true, isVaultWhole: true } as never;
    expect(thrownBy(() => acceptLoss(folder, agreed))).toEqual(failure);
    expect(thrownBy(() => examine(folder))).toEqual(failure);
    noteDamage(folder, 'log.db can no longer be relied on');
    expect(thrownBy(() => openIn(folder))).toEqual(failure);
    await reader.end();
    expect(foundBy(folder)).toEqual(NOTHING_LOST);
  },
);

test('an index from before its journal was begun again ends the start, too', async () => {
  const { folder, reader } = await withOlderIndex('log.db', { isBegunAgain: true });
  expect(() => openIn(folder)).toThrow(wordsFor(folder, 'log.db'));
  await reader.end();
  expect(foundBy(folder)).toEqual(NOTHING_LOST);
});

test.each([
  ['SQLITE_FULL', 'the disk is full'],
  ['SQLITE_IOERR_SHMSIZE', 'the disk seems to be full'],
])(
  'a start without room for the index (%s) serves what can be read, and says why nothing is saved',
  async (code, why) => {
    const open = await shop();
    const begun = readFileSync(join(open.folder, 'vault.db-shm'));
    open.store.credentials.claimAddress('ada@example.com', 'a1', 'hash');
    vi.advanceTimersByTime(SECOND);
    const folder = killed(open.folder);
    overwrite(join(folder, 'vault.db-shm'), begun);
    // Each read would have to make the index first.
    failStatements(code, ({ readonly }) => readonly);
    const { store } = openIn(folder);
    expect(store.unready).toBe(`${join(folder, 'vault.db')} cannot be written: ${why} (${code}).`);
    expect(store.position).toBe(open.store.position);
  },
);

test("another process that only keeps log and vault open is in no start's way", async () => {
  const open = await shop();
  const folder = killed(open.folder);
  await processBeside(folder, 'log.db', READ);
  await processBeside(folder, 'vault.db', READ);
  expect(openIn(folder).store.unready).toBeNull();
});

test.each(['log.db', 'vault.db'])(
  'a start while another process keeps the write lock of %s says so',
  async (database) => {
    const open = openIn();
    open.close();
    const other = await processBeside(open.folder, database, 'BEGIN IMMEDIATE');
    const { store } = openIn(open.folder);
    const words = `${database} cannot be written: another process keeps it to itself (SQLITE_BUSY)`;
    await vi.waitFor(() => expect(store.unready).toBe(words), { timeout: PATIENCE_MS });
    await other.end();
    await vi.waitFor(() => expect(store.unready).toBeNull(), { timeout: PATIENCE_MS });
  },
);

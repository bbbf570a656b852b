import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type ProjectionName, projections } from '#db/projections/index.ts';
import { RebuildRunning, rebuild } from '#db/read-models/rebuild-by-command.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { forgetCustomer } from '#events/booking/booking-owner.ts';
import { DATE, PERSONAL } from '../../events/facts.ts';
import { CAUSE, day, hold, openMany, pay } from '../changes.ts';
import { openIn, withFile } from '../folder.ts';
import { fileOf } from '../query-plans.ts';
import { readRows } from '../rows.ts';

const NAMES = Object.keys(projections) as ProjectionName[];

/** Falsifies what people see, so that a rebuild shows. */
function falsify(folder: string): void {
  withFile(folder, `read-${fileOf('availability')}`, (db) => db.exec(`UPDATE availability SET pm = 'booked'`));
  withFile(folder, `read-${fileOf('bookings')}`, (db) => db.exec(`UPDATE bookings SET area = 'nowhere'`));
}

function indexesOf(folder: string, name: ProjectionName): unknown[] {
  return withFile(folder, `read-${fileOf(name)}`, (db) =>
    db.prepare(`SELECT sql FROM sqlite_master WHERE type = 'index' ORDER BY name`).pluck().all(),
  );
}

function leftovers(folder: string): string[] {
  return readdirSync(folder).filter((file) => /^(rebuilt|building)/.test(file));
}

async function storeWithFalseRows() {
  const open = openIn();
  const { store, folder } = open;
  await store.change(hold('b1'));
  await store.change(pay('b1'));
  const rows = await readRows(store);
  falsify(folder);
  expect(await readRows(store)).toMatchObject({ availability: [{ pm: 'booked' }], bookings: [{ area: 'nowhere' }] });
  return { ...open, rows };
}

test('a rebuild while the store is open is swapped in by the store, by itself', async () => {
  const { store, folder, rows, reported } = await storeWithFalseRows();
  for (const name of NAMES) {
    const indexes = indexesOf(folder, name);
    const swapped = reported('read model swapped in');
    expect(rebuild(folder, name)).toEqual({ events: 5, swappedBy: 'none' });
    expect((await swapped).detail).toEqual({ readModel: name });
    expect(indexesOf(folder, name)).toEqual(indexes);
  }
  expect(await readRows(store)).toEqual(rows);
  expect(leftovers(folder)).toEqual([]);
});

test('what changes between the rebuild and the swap is in it', async () => {
  const { store, folder, reported } = await storeWithFalseRows();
  const swapped = reported('read model swapped in');
  rebuild(folder, 'bookings');
  await store.change(hold('b2', { date: day(1) }));
  await swapped;
  expect((await readRows(store)).bookings).toMatchObject([
    { id: 'b1', area: 'Ojai' },
    { id: 'b2', status: 'held' },
  ]);
  await store.change(pay('b2', { date: day(1) }));
  expect((await readRows(store)).bookings).toMatchObject([{ id: 'b1' }, { id: 'b2', status: 'confirmed' }]);
});

test('people go on reading and booking while another process rebuilds', async () => {
  const { store, folder, reported } = await storeWithFalseRows();
  await store.change(openMany('b1', 3000));
  const swapped = new AbortController();
  void reported('read model swapped in').then(() => swapped.abort());
  const program = `
    const { rebuild } = await import('#db/read-models/rebuild-by-command.ts');
    rebuild(process.argv[1], 'bookings');
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, folder], { stdio: 'inherit' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  let rounds = 0;
  for (; !swapped.signal.aborted; rounds++) {
    await store.change(hold(`new${rounds}`, { date: day(rounds + 1) }));
    const { bookings } = await readRows(store);
    expect(bookings).toHaveLength(rounds + 2);
    await setImmediate();
  }
  expect((await ended)[0]).toBe(0);
  const { bookings } = await readRows(store);
  expect(bookings).toHaveLength(rounds + 1);
  expect(bookings[0]).toMatchObject({ id: 'b1', area: 'Ojai' });
});

test('a rebuild tells its progress, up to the head', async () => {
  const { store, folder } = openIn();
  await store.change(hold('b1'));
  await store.change(openMany('b1', 2500));
  const heard: { position: number; head: number }[] = [];
  rebuild(folder, 'bookings', (progress) => heard.push(progress));
  expect(heard.map(({ position }) => position)).toEqual([1000, 2000, 2502]);
  expect(heard.at(-1)).toEqual({ position: 2502, head: 2502 });
});

test('without a store open, a rebuild puts the file in its place itself', async () => {
  const { folder, rows, close } = await storeWithFalseRows();
  close();
  for (const name of NAMES) expect(rebuild(folder, name)).toEqual({ events: 5, swappedBy: 'self' });
  const { store, reports } = openIn(folder);
  expect(await readRows(store)).toEqual(rows);
  expect(reports).toEqual([]);
});

test('a rebuilt file that waits is taken when the store opens', async () => {
  const { folder, rows, close } = await storeWithFalseRows();
  for (const name of NAMES) rebuild(folder, name);
  // Closed within the same turn: the store has not heard of the files yet.
  close();
  expect(existsSync(join(folder, `rebuilt-${fileOf('bookings')}`))).toBe(true);
  const { store } = openIn(folder);
  expect(existsSync(join(folder, `rebuilt-${fileOf('bookings')}`))).toBe(false);
  expect(await readRows(store)).toEqual(rows);
});

test('what a rebuild that was killed left behind does not harm the next', async () => {
  const { folder, rows, close } = await storeWithFalseRows();
  close();
  writeFileSync(join(folder, `building-${fileOf('bookings')}`), 'half a file');
  writeFileSync(join(folder, `building-${fileOf('bookings')}-wal`), 'half a file');
  for (const name of NAMES) rebuild(folder, name);
  const { store } = openIn(folder);
  expect(await readRows(store)).toEqual(rows);
});

test('a rebuild does not restore a person who is forgotten meanwhile', async () => {
  const { store, folder, reported } = openIn();
  await store.change(hold('b1', { personal: { ...PERSONAL, name: 'Quince Underhill' } }));
  await store.change(openMany('b1', 1500));
  const { person } = (await store.stateOf(bookingStream('b1')))!;
  await store.change({ streams: { booking: bookingStream('b1') }, decide: forgetCustomer, cause: CAUSE });
  const swapped = reported('read model swapped in');
  const cleaning: Promise<void>[] = [];
  rebuild(folder, 'bookings', () => {
    if (cleaning.length > 0) return;
    store.forget([person]);
    cleaning.push(store.cleanFiles());
  });
  await Promise.all(cleaning);
  await swapped;
  expect(leftovers(folder)).toEqual([]);
  const bytes = readdirSync(folder).map((file) => readFileSync(join(folder, file)).toString('latin1'));
  expect(bytes.filter((text) => text.includes('Quince'))).toEqual([]);
  expect((await readRows(store)).bookings).toMatchObject([{ id: 'b1', name: null }]);
});

test('a rebuild that is under way when a store opens keeps its file', async () => {
  const { store, folder, close } = openIn();
  await store.change(hold('b1'));
  await store.change(openMany('b1', 1500));
  close();
  let opened: ReturnType<typeof openIn> | null = null;
  expect(rebuild(folder, 'bookings', () => (opened ??= openIn(folder)))).toMatchObject({ swappedBy: 'none' });
  opened!.store.takeRebuilt();
  expect(opened!.reports.map(({ message }) => message)).toEqual(['read model swapped in']);
});

test('of two rebuilds in one folder at once the second is refused', async () => {
  const { folder } = await storeWithFalseRows();
  const other = new Database(join(folder, 'rebuild.lock'));
  other.exec('BEGIN EXCLUSIVE');
  expect(() => rebuild(folder, 'bookings')).toThrow(RebuildRunning);
  other.close();
  expect(rebuild(folder, 'bookings').swappedBy).toBe('none');
});

test('a waiting file that is torn is not swapped in as it is: the rows are made from the log', async () => {
  const { store, folder, rows, reported } = await storeWithFalseRows();
  const swapped = reported('read model swapped in');
  writeFileSync(join(folder, `rebuilt-${fileOf('bookings')}`), 'x'.repeat(8192));
  await swapped;
  expect((await readRows(store)).bookings).toEqual(rows.bookings);
  expect(store.unready).toBeNull();
});

test('a folder in the place of a rebuilt file is removed, and told once', async () => {
  const { store, folder, reported, reports } = await storeWithFalseRows();
  const rows = await readRows(store);
  const refused = reported('a rebuilt read model could not be swapped in');
  mkdirSync(join(folder, `rebuilt-${fileOf('bookings')}`, 'more'), { recursive: true });
  await refused;
  expect(await readRows(store)).toEqual(rows);
  expect(leftovers(folder)).toEqual([]);
  expect(reports.map(({ message }) => message)).toEqual(['a rebuilt read model could not be swapped in']);
});

test('a folder in the place of a rebuilt file gives way to a rebuild', async () => {
  const { folder, rows, close } = await storeWithFalseRows();
  close();
  mkdirSync(join(folder, `rebuilt-${fileOf('bookings')}`));
  for (const name of NAMES) expect(rebuild(folder, name).swappedBy).toBe('self');
  expect(await readRows(openIn(folder).store)).toEqual(rows);
});

test('a rebuild that fails leaves what people see as it was', async () => {
  const { store, folder } = openIn();
  await store.change(hold('b1'));
  const rows = await readRows(store);
  vi.spyOn(projections.bookings, 'evolve').mockImplementation(() => {
    throw new Error('a mistake in a projection');
  });
  expect(() => rebuild(folder, 'bookings')).toThrow('a mistake in a projection');
  vi.restoreAllMocks();
  expect(leftovers(folder)).toEqual([]);
  expect(await readRows(store)).toEqual(rows);
  expect(rows.availability).toMatchObject([{ date: DATE }]);
});

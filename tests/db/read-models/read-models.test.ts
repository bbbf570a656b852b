import { copyFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { projections } from '#db/projections/index.ts';
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { DATE } from '../../events/facts.ts';
import { day, hold, lapse, pay } from '../changes.ts';
import { openIn, withFile } from '../folder.ts';
import { readRows } from '../rows.ts';
import { tempFolder } from '../../temp-folder.ts';
import { fileOf } from '../query-plans.ts';

const BOOKINGS = `read-${fileOf('bookings')}`;
const AVAILABILITY = `read-${fileOf('availability')}`;

/** A closed folder with a confirmed, a held and an expired booking. */
async function folderWithThree() {
  const { store, folder, close } = openIn();
  await store.change(hold('b1'));
  await store.change(pay('b1'));
  await store.change(hold('b2', { claim: 'full', date: day(1) }));
  await store.change(hold('b3', { date: day(2) }));
  await store.change(lapse('b3', day(2)));
  const rows = await readRows(store);
  close();
  return { folder, rows };
}

test('people read what was just written', async () => {
  const { store } = openIn();
  await store.change(hold('b1'));
  expect(await readRows(store)).toMatchObject({
    availability: [{ date: DATE, am: 'held', am_booking: 'b1', pm: 'free', pm_booking: null }],
    bookings: [{ id: 'b1', status: 'held', name: 'Ada Reyes', captured: 0 }],
  });
  await store.change(pay('b1'));
  expect(await readRows(store)).toMatchObject({
    availability: [{ am: 'booked', am_booking: 'b1', am_until: null }],
    bookings: [{ status: 'confirmed', captured: 29_900, free_changes_through: '2027-03-14' }],
  });
  expect(store.unready).toBeNull();
});

test('read models that were closed in good order are kept', async () => {
  const { folder } = await folderWithThree();
  // A mark that no rebuild would leave.
  withFile(folder, BOOKINGS, (db) => db.exec(`UPDATE bookings SET area = 'marked' WHERE id = 'b1'`));
  const { store } = openIn(folder);
  expect((await readRows(store)).bookings[0]).toMatchObject({ id: 'b1', area: 'marked' });
});

test('a read model in use says so on the disk, before it takes any row: a power cut may leave the file without its journal', async () => {
  const { folder } = await folderWithThree();
  openIn(folder);
  const left = tempFolder();
  copyFileSync(join(folder, BOOKINGS), join(left, BOOKINGS));
  const boot = withFile(left, BOOKINGS, (db) => db.prepare('SELECT boot FROM progress').pluck().get());
  expect(boot).toEqual(expect.any(String));
  expect(boot).not.toBe('closed');
});

test('a read model that lags behind is brought level at the start', async () => {
  const { store, folder, close } = openIn();
  await store.change(hold('b1'));
  close();
  copyFileSync(join(folder, BOOKINGS), join(folder, 'older'));
  const next = openIn(folder);
  await next.store.change(pay('b1'));
  await next.store.change(hold('b2', { date: day(1) }));
  const rows = await readRows(next.store);
  next.close();
  copyFileSync(join(folder, 'older'), join(folder, BOOKINGS));
  const last = openIn(folder);
  expect(await readRows(last.store)).toEqual(rows);
});

const harm: Record<string, (folder: string, file: string, table: string) => void> = {
  'was in use when the machine went down': (folder, file, table) =>
    withFile(folder, file, (db) => db.exec(`DELETE FROM ${table}; UPDATE progress SET boot = 'an earlier start'`)),
  'is no database': (folder, file) => writeFileSync(join(folder, file), 'x'.repeat(8192)),
  'is torn': (folder, file) => truncateSync(join(folder, file), 4096),
  'has other columns': (folder, file, table) =>
    withFile(folder, file, (db) => db.exec(`DROP TABLE ${table}; CREATE TABLE ${table} (other TEXT PRIMARY KEY)`)),
  'has nothing in it': (folder, file) => writeFileSync(join(folder, file), ''),
};

test.each(Object.entries(harm))('a read model that %s is made again at the start', async (_, spoil) => {
  const { folder, rows } = await folderWithThree();
  spoil(folder, BOOKINGS, 'bookings');
  spoil(folder, AVAILABILITY, 'availability');
  const { store } = openIn(folder);
  expect(await readRows(store)).toEqual(rows);
  expect(store.unready).toBeNull();
});

test('read models of a log that was put back to an earlier state follow it', async () => {
  const { store, folder, close } = openIn();
  await store.change(hold('b1'));
  const rows = await readRows(store);
  close();
  copyFileSync(join(folder, 'halfday.db'), join(folder, 'backup'));
  const next = openIn(folder);
  await next.store.change(pay('b1'));
  next.close();
  copyFileSync(join(folder, 'backup'), join(folder, 'halfday.db'));
  const last = openIn(folder);
  expect(await readRows(last.store)).toEqual(rows);
});

/** A projection that fails at this type of event until it is mended. */
function broken(name: 'availability' | 'bookings', type: string): { readonly mend: () => void } {
  const projection = projections[name];
  const evolve = projection.evolve.bind(projection) as (row: unknown, event: { type: string }) => never;
  const spy = vi.spyOn(projection, 'evolve').mockImplementation((row: unknown, event: Recorded<DomainEvent>) => {
    if (event.type === type) throw new Error(`${name} cannot take ${type}`);
    return evolve(row, event);
  });
  return { mend: () => spy.mockRestore() };
}

test('a projection that fails does not fail the change, and takes no other read model with it', async () => {
  const { store, reports } = openIn();
  const { mend } = broken('availability', 'UnitsHeld');
  const { events } = await store.change(hold('b1'));
  expect(events).toHaveLength(2);
  expect(reports.map(({ message }) => message)).toEqual([
    'a read model is made again',
    'a read model could not be made again',
  ]);
  expect(await readRows(store)).toMatchObject({ availability: [], bookings: [{ id: 'b1', status: 'held' }] });
  expect(store.unready).toBe('the read models are behind the log');
  mend();
});

test('a read model that fell behind catches up when it can, without another change', async () => {
  const { store, reported } = openIn();
  const { mend } = broken('bookings', 'SlotHeld');
  await store.change(hold('b1'));
  await store.change(pay('b1'));
  expect((await readRows(store)).bookings).toEqual([]);
  expect(store.unready).toBe('the read models are behind the log');
  mend();
  await reported('a read model can be written again');
  expect((await readRows(store)).bookings).toMatchObject([{ id: 'b1', status: 'confirmed' }]);
  expect(store.unready).toBeNull();
});

test('what a read model had taken in before it failed stays readable', async () => {
  const { store, reported } = openIn();
  await store.change(hold('b1'));
  const { mend } = broken('bookings', 'BookingConfirmed');
  await store.change(pay('b1'));
  await store.change(hold('b2', { date: day(1) }));
  expect((await readRows(store)).bookings).toMatchObject([{ id: 'b1', status: 'held', captured: 29_900 }]);
  mend();
  await reported('a read model can be written again');
  expect((await readRows(store)).bookings).toMatchObject([{ id: 'b1', status: 'confirmed' }, { id: 'b2' }]);
});

test('a change that commits while a read model lags is in it once it catches up', async () => {
  const { store, reported } = openIn();
  const { mend } = broken('bookings', 'SlotHeld');
  await store.change(hold('b1'));
  mend();
  await store.change(hold('b2', { date: day(1) }));
  await reported('a read model can be written again');
  expect((await readRows(store)).bookings).toMatchObject([{ id: 'b1' }, { id: 'b2' }]);
});

test('the stamp of a read model is another after a change of its rows alone, and after it was made again', async () => {
  const { store } = openIn();
  const stamps = () => [store.upkeep.stamp(['bookings']), store.upkeep.stamp(['users']), store.upkeep.stamp()];
  await store.change(hold('b1'));
  const [bookings, users, all] = stamps();
  expect(stamps()).toEqual([bookings, users, all]);
  await store.change(pay('b1'));
  expect(stamps()).toEqual([expect.not.stringMatching(`^${bookings}$`), users, expect.not.stringMatching(`^${all}$`)]);
  const [paid] = stamps();
  await store.upkeep.rebuild('users', new AbortController().signal, () => {});
  const [same, madeAgain] = stamps();
  expect([same, madeAgain === users]).toEqual([paid, false]);
});

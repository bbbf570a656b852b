import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { PROJECTIONS_BUILD } from '#db/projections/projections-build.ts';
import { type ProjectionName, projections } from '#db/projections/index.ts';
import { PATIENCE_MS } from '#tests/patience.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { mailStream, returnMail } from '#events/mail.ts';
import { jobByKey } from '#db/queries/jobs.ts';
import { REBUILD_JOB } from '#db/jobs.ts';
import { readStatus } from '#db/queries/status.ts';
import type { Store } from '#db/store.ts';
import { NOW, PERSONAL } from '../../../events/facts.ts';
import { CAUSE, day, forget, hold, lapse, openMany, pay } from '../../changes.ts';
import { openIn, withDatabase } from '../../folder.ts';
import { readRows } from '../../rows.ts';

const NAMES = Object.keys(projections) as ProjectionName[];
const BOOKINGS = `bookings_${PROJECTIONS_BUILD}`;

const projectionsOf = async ({ db }: Store) => (await readStatus(db, NOW)).projections;

const soon = () => AbortSignal.timeout(PATIENCE_MS);

/** Resolves while a rebuild is past a position. */
async function rebuiltTo({ db }: Store, position: number): Promise<void> {
  while (((await readStatus(db, NOW)).rebuiltTo ?? 0) < position) await nextTurn();
}

/** A store with a confirmed, a held and an expired booking. */
async function storeWithThree() {
  const open = openIn();
  await open.store.change(hold('b1'));
  await open.store.change(pay('b1'));
  await open.store.change(hold('b2', { claim: 'full', date: day(1) }));
  await open.store.change(hold('b3', { date: day(2) }));
  await open.store.change(lapse('b3', day(2)));
  return { ...open, rows: await readRows(open.store) };
}

/** The tables of projections in a folder, without the hash of their build. */
function tablesIn(folder: string): string[] {
  return withDatabase(folder, (db) =>
    db
      .prepare<[], string>(`SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%STRICT, WITHOUT ROWID'`)
      .pluck()
      .all(),
  ).filter((table) => NAMES.some((name) => table.startsWith(`${name}_`)));
}

/** Changes a row without an event: only a rebuild removes the mark. */
function markRow(folder: string, table = BOOKINGS): void {
  withDatabase(folder, (db) => db.exec(`UPDATE ${table} SET area = 'marked' WHERE id = 'b1'`));
}

/** From now on bookings cannot be folded. */
function failToFold(): () => void {
  const failing = vi.spyOn(projections.bookings, 'evolve').mockImplementation(() => {
    throw new Error('a mistake in a fold');
  });
  return () => failing.mockRestore();
}

describe('at the start', () => {
  test('tables of another build are replaced', async () => {
    const { folder, close, rows } = await storeWithThree();
    await close();
    withDatabase(folder, (db) => {
      for (const name of NAMES) db.exec(`ALTER TABLE ${name}_${PROJECTIONS_BUILD} RENAME TO ${name}_other`);
      db.exec(`UPDATE projection_sets SET suffix = 'other'`);
    });
    expect(await readRows(openIn(folder).store)).toEqual(rows);
    expect(tablesIn(folder)).toHaveLength(NAMES.length);
  });

  test('events that the tables lack are folded', async () => {
    const { store, folder, close } = openIn();
    await store.change(hold('b1'));
    await store.change(openMany('b1', 2500));
    const rows = await readRows(store);
    await close();
    withDatabase(folder, (db) => {
      for (const name of NAMES) db.exec(`DELETE FROM ${name}_${PROJECTIONS_BUILD}`);
      db.exec('UPDATE projection_sets SET folded_to = 0');
    });
    expect(await readRows(openIn(folder).store)).toEqual(rows);
  });
});

describe('a fold that fails', () => {
  test('a fold that fails refuses no change, is reported once, and requests a rebuild, which repairs it', async () => {
    const { store, reports, rows } = await storeWithThree();
    const requested = () => jobByKey(store.db, REBUILD_JOB.kind, REBUILD_JOB.key);
    expect(await requested()).toBeUndefined();
    const mend = failToFold();
    await store.change(hold('b4', { date: day(4) }));
    await store.change(hold('b5', { date: day(5) }));
    expect(reports).toMatchObject([{ message: 'projection stale', detail: { projection: 'bookings' } }]);
    expect(await requested()).toMatchObject({ state: 'waiting', due: NOW });
    expect(await store.rebuild(soon())).toBe(false);
    mend();
    await store.change(hold('b6', { date: day(6) }));
    const now = await readRows(store);
    expect([now.availability.length, now.bookings.length]).toEqual([rows.availability.length + 3, 4]);
    expect(await store.rebuild(soon())).toBe(true);
    expect((await readRows(store)).bookings).toHaveLength(6);
    expect(await projectionsOf(store)).toEqual({ position: store.position, isStale: false });
  });
});

describe('a rebuild while the site serves', () => {
  test('a rebuild gives the same rows, and includes what is written meanwhile', async () => {
    const before = await storeWithThree();
    await before.close();
    markRow(before.folder);
    const { store, folder } = openIn(before.folder);
    await store.change(openMany('b2', 2000));
    const rebuilt = store.rebuild(soon());
    for (const index of [10, 11, 12]) {
      await rebuiltTo(store, index * 100);
      await store.change(hold(`b${index}`, { date: day(index) }));
    }
    expect(await rebuilt).toBe(true);
    const rows = await readRows(store);
    expect(rows.bookings[0]).toMatchObject({ id: 'b1', area: 'Ojai' });
    expect(rows.bookings).toHaveLength(6);
    expect(await projectionsOf(store)).toEqual({ position: store.position, isStale: false });
    expect(await store.rebuild(soon())).toBe(true);
    expect(await readRows(store)).toEqual(rows);
    expect(tablesIn(folder)).toHaveLength(NAMES.length);
  });

  test('a rebuild has nothing of a person who is forgotten meanwhile', async () => {
    const { store } = await storeWithThree();
    const person = (await store.stateOf(bookingStream('b1')))!.person;
    const data = { kind: 'bounced', booking: 'b1', person, personal: { email: PERSONAL.email } } as const;
    const streams = { mail: mailStream('e1') };
    await store.change({ streams, decide: (states) => returnMail(states, data), cause: CAUSE });
    await store.change(openMany('b2', 2000));
    const rebuilt = store.rebuild(soon());
    await rebuiltTo(store, 1000);
    await store.change(forget('b1'));
    expect(await rebuilt).toBe(true);
    const { bookings, bounces } = await readRows(store);
    expect(bookings[0]).toMatchObject({ id: 'b1', name: null, email_key: null });
    expect(bounces).toMatchObject([{ person, email_key: null }]);
  });
});

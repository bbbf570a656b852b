/** Two releases on one database at the same time: each has projections of its own build. */
import { expect, test, vi } from 'vitest';
import { bookingStream } from '#events/booking/booking.ts';
import { prepareDatabase } from '#db/engine/postgres/postgres-store.ts';
import type { FatalError } from '#db/fatal-error.ts';
import type { Store } from '#db/store.ts';
import { day, forget, hold, lapse } from '../../changes.ts';
import { createDatabase, openPostgres, runSql } from '../../postgres.ts';
import { PERSONAL } from '../../../events/facts.ts';

const NEXT = '0000next';
const NEWER = 'A newer version wrote it: start that one.';

const bookings = (store: Store) => store.db.selectFrom('bookings').selectAll().orderBy('id').execute();
const ids = async (store: Store) => (await bookings(store)).map(({ id }) => id);
const suffixes = async (url: string) => {
  const sets = await runSql<{ suffix: string }>(url, 'SELECT suffix FROM projection_sets ORDER BY suffix');
  return sets.map(({ suffix }) => suffix);
};
const tablesOf = (url: string, suffix: string) =>
  runSql<{ tablename: string }>(
    url,
    `SELECT tablename FROM pg_tables WHERE right(tablename, ${suffix.length}) = '${suffix}'`,
  );

const recordUnknownEvent = (url: string) =>
  runSql(
    url,
    `INSERT INTO events SELECT position + 1, 'new-1', 1, 'an id', 'NewlyInvented', 1, at, correlation, NULL, '{}', hash
     FROM events ORDER BY position DESC LIMIT 1;
     UPDATE head SET position = position + 1`,
  );

/** Both releases on one database: the older one has recorded a booking. */
async function openBoth() {
  const url = await createDatabase();
  const old = await openPostgres(url);
  await old.change(hold('b1'));
  const next = await openPostgres(url, {}, NEXT);
  return { url, old, next };
}

test('what one release acknowledged, the other reads at once', async () => {
  const { url, old, next } = await openBoth();
  for (let index = 2; index < 12; index += 2) {
    await old.change(hold(`b${index}`, { date: day(index) }));
    expect(await ids(next)).toContain(`b${index}`);
    await next.change(hold(`b${index + 1}`, { date: day(index + 1) }));
    expect(await ids(old)).toContain(`b${index + 1}`);
  }
  const positions = 'SELECT DISTINCT folded_to FROM projection_sets';
  await expect.poll(() => runSql(url, positions)).toHaveLength(1);
});

test('a slot that one release holds is taken in the other', async () => {
  const { old, next } = await openBoth();
  await expect(next.change(hold('b2'))).rejects.toThrow('slot-taken');
  await next.change(lapse('b1'));
  await old.change(hold('b3'));
});

test('a person whom one release forgets is gone from the tables of the other', async () => {
  const { url, old, next } = await openBoth();
  await old.change(lapse('b1'));
  expect(JSON.stringify(await bookings(next))).toContain(PERSONAL.name);
  await old.change(forget('b1'));
  await expect
    .poll(async () => JSON.stringify(await runSql(url, `SELECT * FROM "bookings_${NEXT}"`)))
    .not.toContain(PERSONAL.name);
  const [held] = await next.eventsOf(bookingStream('b1'));
  expect(held?.data).toMatchObject({ personal: null });
});

test('tables of a release that no machine runs are dropped after five minutes', async () => {
  const url = await createDatabase();
  const old = await openPostgres(url);
  await old.change(hold('b1'));
  const { pool } = await prepareDatabase(url, {}, NEXT);
  await pool.end();
  await runSql(url, `UPDATE projection_sets SET seen_at = now() - interval '4 minutes' WHERE suffix = '${NEXT}'`);
  await old.change(hold('b2', { date: day(1) }));
  expect(await suffixes(url)).toHaveLength(2);
  await runSql(url, `UPDATE projection_sets SET seen_at = now() - interval '6 minutes' WHERE suffix = '${NEXT}'`);
  await expect.poll(() => suffixes(url)).toHaveLength(1);
  expect(await tablesOf(url, NEXT)).toEqual([]);
  expect(await ids(old)).toEqual(['b1', 'b2']);
});

test('a machine whose tables were dropped while it was suspended fills them again', async () => {
  const { url, old, next } = await openBoth();
  const tables = (await tablesOf(url, NEXT)).map(({ tablename }) => `"${tablename}"`);
  await runSql(url, `DELETE FROM projection_sets WHERE suffix = '${NEXT}'; DROP TABLE ${tables.join(', ')}`);
  await old.change(hold('b2', { date: day(1) }));
  await expect.poll(() => ids(next).catch(() => [])).toEqual(['b1', 'b2']);
  await next.change(hold('b3', { date: day(2) }));
});

test('a release that meets an unknown event of the next one reports once that its process must end', async () => {
  const url = await createDatabase();
  const onBroken = vi.fn<(failure: FatalError) => void>();
  const old = await openPostgres(url, { onBroken });
  await old.change(hold('b1'));
  await recordUnknownEvent(url);
  await expect.poll(() => onBroken.mock.calls).toMatchObject([[{ message: expect.stringContaining(NEWER) as string }]]);
  const [[failure] = []] = onBroken.mock.calls;
  old.handleStorageError(failure);
  expect(onBroken).toHaveBeenCalledTimes(1);
});

import { expect, test, vi } from 'vitest';
import { isStorageError } from '#db/open-store.ts';
import type { CommitListener } from '#db/store.ts';
import { breakable } from '../../breakable-connection.ts';
import { day, hold } from '../../changes.ts';
import { createDatabase, openPostgres, runSql } from '../../postgres.ts';

/** As after a failover to a standby that lacks the changes since the first: another history begins there. */
const failOver = (url: string) =>
  runSql(
    url,
    `ALTER TABLE events DISABLE TRIGGER ALL; DELETE FROM events; DELETE FROM sold_units; DELETE FROM person_keys;
     DO $$ DECLARE found TEXT; BEGIN
       FOR found IN SELECT tablename FROM pg_tables JOIN projection_sets ON right(tablename, length(suffix) + 1) = '_' || suffix
       LOOP EXECUTE format('DELETE FROM %I', found); END LOOP;
     END $$;
     UPDATE projection_sets SET folded_to = 0; UPDATE head SET position = 0, hash = '${'0'.repeat(64)}';
     ALTER TABLE events ENABLE TRIGGER ALL`,
  );

test('after a failover to another history, decisions read that history', async () => {
  const url = await createDatabase();
  const store = await openPostgres(url);
  await store.change(hold('b1'));
  await failOver(url);
  const other = await openPostgres(url);
  await other.change(hold('b2', { date: day(1) }));
  await store.change(hold('b3'));
  await expect(store.change(hold('b4', { date: day(1) }))).rejects.toThrow('slot-taken');
  expect(await store.verify(AbortSignal.timeout(30_000))).not.toBeNull();
});

test.each([0, 1, 2])(
  'after a failover and %i changes on another machine, listeners are told of another history',
  async (count) => {
    const url = await createDatabase();
    const store = await openPostgres(url);
    await store.change(hold('b1'));
    const heard = vi.fn<CommitListener>();
    store.onCommit(heard);
    await failOver(url);
    const other = await openPostgres(url);
    for (let index = 1; index <= count; index += 1) await other.change(hold(`b${index}`, { date: day(index) }));
    await expect.poll(() => heard.mock.calls.some(([, , isOtherHistory]) => isOtherHistory)).toBe(true);
    await expect.poll(() => store.position).toBe(other.position);
    await store.change(hold('b9', { date: day(9) }));
    await expect.poll(() => other.position).toBe(store.position);
  },
);

test('after a failover that closes no connection, each connection fails once, and then commits of other machines are announced', async () => {
  const url = await createDatabase();
  const connection = await breakable(url);
  const store = await openPostgres(connection.url);
  const other = await openPostgres(url);
  const read = () => store.db.selectFrom('bookings').select('id').execute();
  await Promise.all([read(), read(), read()]);
  connection.freeze();
  const frozen = await Promise.allSettled([read(), read(), read(), read()]);
  const failures = frozen.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  expect(failures.length).toBeGreaterThan(0);
  expect(failures.every(isStorageError)).toBe(true);
  await expect.poll(() => store.writeRefusal).toBeNull();
  await Promise.all([read(), read(), read(), read()]);
  const heard = vi.fn<CommitListener>();
  store.onCommit(heard);
  await other.change(hold('b1'));
  await expect.poll(() => heard.mock.calls.length).toBeGreaterThan(0);
});

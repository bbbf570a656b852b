import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bookingStream } from '#events/booking/booking.ts';
import { isStorageError } from '#db/open-store.ts';
import type { Store } from '#db/store.ts';
import { breakable } from '../../breakable-connection.ts';
import { day, forget, hold, lapse, pay, sellAnyway } from '../../changes.ts';
import { openIn } from '../../folder.ts';
import { createDatabase, openPostgres, runSql } from '../../postgres.ts';
import { PERSONAL } from '../../../events/facts.ts';

const check = (store: Store) => store.verify(AbortSignal.timeout(30_000));
const bookings = (store: Store) => store.db.selectFrom('bookings').selectAll().orderBy('id').execute();

test('a change is recorded, and refused where its slot is taken', async () => {
  const store = await openPostgres(await createDatabase());
  const { events } = await store.change(hold('b1'));
  expect(events.map(({ type }) => type)).toContain('UnitsHeld');
  await expect(store.change(hold('b2'))).rejects.toThrow('slot-taken');
  expect(await check(store)).toMatchObject({ position: events.length });
});

test('a unit is not sold twice, whatever a decision says', async () => {
  const store = await openPostgres(await createDatabase());
  await store.change(hold('b1'));
  await expect(store.change(sellAnyway('b2'))).rejects.toThrow('contradicts what is sold');
  await store.change(hold('b3', { date: day(1) }));
});

test('a write that violates a constraint fails alone', async () => {
  const store = await openPostgres(await createDatabase());
  const write = (token: string) => {
    const link = store.db.insertInto('manage_links').values({ token, booking: 'b1', generation: 1 });
    return store.write([{ query: link.compile() }]);
  };
  await write('one');
  const [repeated, other] = await Promise.allSettled([write('one'), write('two')]);
  expect(other.status).toBe('fulfilled');
  expect(repeated).toMatchObject({ reason: { code: '23505' } });
});

test('both engines have the same rows after the same changes', async () => {
  const postgres = await openPostgres(await createDatabase());
  const { store: sqlite } = openIn();
  for (const store of [postgres, sqlite]) {
    await store.change(hold('b1'));
    await store.change(pay('b1'));
    await store.change(hold('b2', { date: day(1) }));
    await store.change(lapse('b2', day(1)));
  }
  const withoutPerson = async (store: Store) => {
    const rows = await bookings(store);
    return rows.map((row) => Object.entries(row).filter(([column]) => column !== 'person'));
  };
  expect(await withoutPerson(postgres)).toEqual(await withoutPerson(sqlite));
});

test('another store on the same database continues the first one’s log', async () => {
  const url = await createDatabase();
  const [one, two] = [await openPostgres(url), await openPostgres(url)];
  await one.change(hold('b1'));
  await expect(two.change(hold('b2'))).rejects.toThrow('slot-taken');
  await two.change(lapse('b1'));
  await one.change(hold('b3'));
  expect(await check(two)).toMatchObject({ position: one.position });
});

test('of stores that sell the same days at once, one gets each', async () => {
  const url = await createDatabase();
  const [one, two, three] = await Promise.all([openPostgres(url), openPostgres(url), openPostgres(url)]);
  const tries = [one, two, three].flatMap((store, which) =>
    Array.from({ length: 20 }, (_, index) => store.change(hold(`b${which}-${index}`, { date: day(index) }))),
  );
  const results = await Promise.allSettled(tries);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  const units = await runSql<{ booking: string }>(url, 'SELECT * FROM sold_units');
  expect(units).toHaveLength(20);
  const ids = (await bookings(one)).map(({ id }) => id);
  expect(ids).toEqual(units.map(({ booking }) => booking).toSorted());
  expect(await check(two)).not.toBeNull();
});

test('a store is notified of another store’s commits', async () => {
  const url = await createDatabase();
  const [one, two] = [await openPostgres(url), await openPostgres(url)];
  const heard = new Promise((resolve) => {
    two.onCommit((events) => resolve(events.map(({ position }) => position)));
  });
  const { events } = await one.change(hold('b1'));
  expect(await heard).toEqual(events.map(({ position }) => position));
});

test('a command with an idempotency key takes effect once, on any machine', async () => {
  const url = await createDatabase();
  const [one, two] = [await openPostgres(url), await openPostgres(url)];
  const once = { key: 'k1', body: 'the form', answer: { booking: 'b1' } };
  await one.change(hold('b1', { once }));
  expect(await two.earlierAnswer(once)).toEqual({ answer: { booking: 'b1' } });
  expect(await two.change(hold('b2', { once }))).toEqual({ events: [], earlier: { answer: { booking: 'b1' } } });
  await expect(two.change(hold('b2', { once: { ...once, body: 'another' } }))).rejects.toThrow('key-reused');
});

test('personal data is encrypted in the log, and gone once its person is forgotten', async () => {
  const url = await createDatabase();
  const store = await openPostgres(url);
  await store.change(hold('b1'));
  await store.change(lapse('b1'));
  const [held] = await store.eventsOf(bookingStream('b1'));
  expect(held?.data).toMatchObject({ personal: PERSONAL });
  expect(JSON.stringify(await runSql(url, 'SELECT * FROM events'))).not.toContain(PERSONAL.name);
  await store.change(forget('b1'));
  const [forgotten] = await store.eventsOf(bookingStream('b1'));
  expect(forgotten?.data).toMatchObject({ personal: null });
  expect(JSON.stringify(await bookings(store))).not.toContain(PERSONAL.name);
  expect(await runSql(url, 'SELECT * FROM person_keys')).toEqual([]);
});

test('a rebuild during changes gives the same rows, also for other machines', async () => {
  const url = await createDatabase();
  const [one, two] = [await openPostgres(url), await openPostgres(url)];
  for (let index = 0; index < 10; index += 1) await one.change(hold(`b${index}`, { date: day(index) }));
  const before = await bookings(two);
  const rebuilt = one.rebuild(AbortSignal.timeout(60_000));
  await two.change(hold('b99', { date: day(99) }));
  expect(await rebuilt).toBe(true);
  const after = await bookings(two);
  expect(after.filter(({ id }) => id !== 'b99')).toEqual(before);
  expect(after).toHaveLength(11);
});

test('a change whose COMMIT was not answered is looked up, and not decided twice', async () => {
  const url = await createDatabase();
  const connection = await breakable(url);
  const store = await openPostgres(connection.url);
  const change = hold('b1');
  const decide = vi.spyOn(change, 'decide');
  connection.loseNextCommit();
  const { events } = await store.change(change);
  expect(decide).toHaveBeenCalledTimes(1);
  expect(await check(store)).toMatchObject({ position: events.length });
  await store.change(hold('b2', { date: day(1) }));
});

test('a change whose transaction is lost before its COMMIT is decided again', async () => {
  const connection = await breakable(await createDatabase());
  const store = await openPostgres(connection.url);
  connection.stopNextCommit();
  const { events } = await store.change(hold('b1'));
  expect(await check(store)).toMatchObject({ position: events.length });
});

test('while PostgreSQL is away, changes are refused; afterward they are accepted', async () => {
  const connection = await breakable(await createDatabase());
  const reports: string[] = [];
  const store = await openPostgres(connection.url, { report: (message) => reports.push(message) });
  connection.cut();
  await expect(store.change(hold('b1'))).rejects.toSatisfy(isStorageError);
  expect(store.writeRefusal).toContain('PostgreSQL cannot be used');
  connection.mend();
  await expect.poll(() => store.writeRefusal).toBeNull();
  await store.change(hold('b1'));
  expect(reports).toEqual(['writes refused', 'writes accepted again']);
});

test.each(['hang', 'hangAtNextCommit'] as const)(
  'while PostgreSQL does not respond (%s), a change is refused within seconds',
  async (stop) => {
    const connection = await breakable(await createDatabase());
    const store = await openPostgres(connection.url);
    connection[stop]();
    const begin = performance.now();
    await expect(store.change(hold('b1'))).rejects.toSatisfy(isStorageError);
    // About 5 s, on a busy machine more.
    expect(performance.now() - begin).toBeLessThan(8000);
    connection.mend();
    await expect.poll(() => store.writeRefusal).toBeNull();
    await store.change(hold('b2'));
  },
);

test('a database that accepts no connections is unavailable', async () => {
  const url = await createDatabase();
  const store = await openPostgres(url);
  const name = new URL(url).pathname.slice(1);
  const server = new URL('postgres', url).href;
  const admit = (isAdmitted: boolean) =>
    runSql(
      server,
      `ALTER DATABASE ${name} ALLOW_CONNECTIONS ${isAdmitted}; SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
    );
  await admit(false);
  await expect(store.change(hold('b1'))).rejects.toSatisfy(isStorageError);
  await admit(true);
  await expect.poll(() => store.writeRefusal).toBeNull();
  await store.change(hold('b1'));
});

test.each(['28P01', '3D000', '53300', '57P03', '58030', 'XX000'])(
  'the SQLSTATE %s means that the database is away',
  (code) => {
    expect(isStorageError(Object.assign(new Error('refused'), { severity: 'FATAL', code }))).toBe(true);
  },
);

test('a machine that stops inside its transaction blocks the others for two seconds at most', async () => {
  const url = await createDatabase();
  const store = await openPostgres(url);
  const stopped = new Client(url);
  stopped.on('error', () => {});
  onTestFinished(() => stopped.end().catch(() => {}));
  await stopped.connect();
  await stopped.query(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = '2s'; SELECT * FROM head FOR UPDATE`);
  expect((await store.change(hold('b1'))).events.length).toBeGreaterThan(0);
});

test('a job whose lease ran out is ended by the machine that has it now', async () => {
  const url = await createDatabase();
  const [one, two] = [await openPostgres(url), await openPostgres(url)];
  const nothing = { streams: {}, decide: () => ({}), cause: { correlation: 'a test' } };
  await one.change({ ...nothing, newJobs: [{ kind: 'greet', key: '1', due: 0, position: null }] });
  const ofOne = (await one.lease(1))!;
  expect(await two.lease(1)).toBeNull();
  await runSql(url, 'UPDATE jobs SET leased_until = 1');
  const ofTwo = (await two.lease(1))!;
  await one.endLease(1, ofOne);
  expect(await one.lease(1)).toBeNull();
  const end = (leasedUntil: number) => {
    return { ...hold('b1'), updateJob: { id: 1, from: 'waiting', leasedUntil, set: { state: 'done' } } } as const;
  };
  await expect(one.change(end(ofOne))).rejects.toMatchObject({ refusal: 'already-settled' });
  expect(one.position).toBe(0);
  expect((await two.change(end(ofTwo))).events).not.toEqual([]);
  expect(await one.lease(1)).toBeNull();
});

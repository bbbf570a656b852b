import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { forgetCustomer } from '#events/booking/booking-owner.ts';
import { accountStream } from '#events/account/account.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { registered } from '../../events/account/account-facts.ts';
import { CAUSE, day, hold } from '../../db/changes.ts';
import { openIn, withFile } from '../../db/folder.ts';
import { readRows } from '../../db/rows.ts';
import { killed, putBack, removeAll, shop } from '../../db/shop-files.ts';
import { events, eventsProcess } from './command.ts';

// One test starts a process, which is slow on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

/** A folder of a stopped site with three bookings, and its copy after the first. */
async function closedShop() {
  const { store, folder, earlier, close } = await shop();
  store.credentials.claimAddress('late@example.com', 'unknown', 'hash');
  close();
  return { folder, earlier };
}

test('verify accepts a customer who was forgotten by an event', async () => {
  const { store, folder } = await shop();
  const person = store.stateOf(bookingStream('b2'))?.person ?? '';
  await store.change({ streams: { booking: bookingStream('b2') }, decide: forgetCustomer, cause: CAUSE });
  store.forget([person]);
  const { code, out } = await events(folder, 'verify');
  expect(out).toContain('3 events with personal details: each has its key, or its person was forgotten (1).');
  expect(code).toBe(0);
});

test('verify names the first event whose key is gone though no customer was forgotten', async () => {
  const { folder } = await closedShop();
  withFile(folder, 'vault.db', (db) => db.exec('DELETE FROM person_keys'));
  const { code, err } = await events(folder, 'verify');
  expect(err).toContain('The personal details of 3 events cannot be read');
  expect(err).toContain('The first is at position 1: SlotHeld of booking-b1.');
  expect(code).toBe(1);
});

test('verify distinguishes a wrong key from a missing one', async () => {
  const { folder } = await closedShop();
  withFile(folder, 'vault.db', (db) => db.exec('UPDATE person_keys SET key = randomblob(32)'));
  const { code, err } = await events(folder, 'verify');
  expect(err).toContain('The personal details of 3 events cannot be read');
  expect(code).toBe(1);
});

test('verify names a booking of a deleted account whose customer was neither forgotten nor kept', async () => {
  const { store, folder } = await shop();
  const stream = accountStream('a1');
  const claimed = { type: 'BookingClaimed', data: { account: 'a1' } } as const;
  const booking = bookingStream('b2');
  await store.change({
    streams: { stream },
    decide: (_, person) => ({ stream: [registered({ person })] }),
    cause: CAUSE,
  });
  await store.change({ streams: { booking }, decide: () => ({ booking: [claimed] }), cause: CAUSE });
  const person = store.stateOf(stream)?.person ?? '';
  const deleted = { type: 'AccountDeleted', data: { bookings: [] } } as const;
  await store.change({ streams: { stream }, decide: () => ({ stream: [deleted] }), cause: CAUSE });
  store.forget([person]);
  const { code, err } = await events(folder, 'verify');
  expect(err).toContain("1 booking of deleted accounts still has its customer's details: b2.");
  expect(code).toBe(1);
});

test('verify names a customer who was forgotten by an event and still has a key', async () => {
  const { store, folder } = await shop();
  const person = store.stateOf(bookingStream('b2'))?.person ?? '';
  await store.change({ streams: { booking: bookingStream('b2') }, decide: forgetCustomer, cause: CAUSE });
  const { code, err } = await events(folder, 'verify');
  expect(err).toContain(`vault.db still has keys that an event said to destroy, of 1 person: ${person}.`);
  expect(err).toContain(
    'Start the server, which finishes deletions; then run verify again. Only if this stays, put back the newest vault.db there is.',
  );
  expect(code).toBe(1);
});

test.each(['passwords', 'addresses'])('verify names an account that the vault lacks among its %s', async (table) => {
  const { store, folder, close } = await shop();
  const streams = { account: accountStream('ada') };
  await store.change({ streams, decide: (_, person) => ({ account: [registered({ person })] }), cause: CAUSE });
  store.credentials.claimAddress('ada@example.com', 'ada', 'hash');
  expect((await events(folder, 'verify')).code).toBe(0);
  close();
  withFile(folder, 'vault.db', (db) => db.exec(`DELETE FROM ${table}`));
  const { code, err } = await events(folder, 'verify');
  expect(err).toContain('vault.db lacks the address or password of 1 account: ada.');
  expect(code).toBe(1);
});

test('verify reports lost keys, kept keys and accounts, whatever else is wrong', async () => {
  const { store, folder, close } = await shop();
  const person = store.stateOf(bookingStream('b2'))?.person ?? '';
  await store.change({ streams: { booking: bookingStream('b2') }, decide: forgetCustomer, cause: CAUSE });
  const streams = { account: accountStream('ada') };
  await store.change({ streams, decide: (_, made) => ({ account: [registered({ person: made })] }), cause: CAUSE });
  close();
  withFile(folder, 'vault.db', (db) => db.prepare('DELETE FROM person_keys WHERE person <> ?').run(person));
  const { code, err } = await events(folder, 'verify');
  expect(err).toContain('The personal details of 3 events cannot be read');
  expect(err).toContain(`vault.db still has keys that an event said to destroy, of 1 person: ${person}.`);
  expect(err).toContain('vault.db lacks the address or password of 1 account: ada.');
  expect(code).toBe(1);
});

test('verify says when log and vault do not belong together', async () => {
  const { folder, earlier } = await closedShop();
  putBack(folder, earlier, 'log.db');
  const { code, err } = await events(folder, 'verify');
  expect(err).toContain('log.db is older than vault.db: it ends at event 2, vault.db knows event 6');
  expect(code).toBe(1);
});

test.each([['log.db'], ['vault.db']])('verify and rebuild say when %s is missing, and change nothing', async (file) => {
  const { folder } = await closedShop();
  removeAll(folder, file);
  for (const command of ['verify', 'rebuild']) {
    const { code, err } = await events(folder, command);
    expect(err).toContain(`${file} is missing or empty`);
    expect(code).toBe(1);
  }
});

test('an older log is accepted once the operator says so: the site goes on, and addresses of lost accounts are free', async () => {
  const { folder, earlier } = await closedShop();
  putBack(folder, earlier, 'log.db');
  const asked = await eventsProcess(folder, 'accept');
  expect([asked.code, asked.err]).toEqual([1, 'Nothing was changed.\n']);
  expect(asked.out).toContain('at least 4 events are missing');
  const { code, out } = await events(folder, 'accept', '--yes');
  expect([code, out]).toEqual([0, expect.stringContaining('Accepted: start the server.')]);
  const { store, close } = openIn(folder);
  expect(store.seal).toBeNull();
  expect((await readRows(store)).bookings).toMatchObject([{ id: 'b1', name: 'Ada Reyes' }]);
  expect(store.credentials.addressRow('late@example.com')).toBeUndefined();
  await store.change(hold('b2', { date: day(1) }));
  close();
  expect((await events(folder, 'verify')).code).toBe(0);
});

test('an older vault is accepted: verify counts what cannot be read, and succeeds', async () => {
  const { store, folder, earlier } = await shop();
  for (let index = 0; index < 300; index++) await store.change(hold(`c${index}`, { date: day(10 + index) }));
  const left = killed(folder);
  putBack(left, earlier, 'vault.db');
  const asked = await events(left, 'accept', '--yes');
  expect(asked.out).toMatch(/\n\d+ events have personal details that cannot be read any more\./);
  expect(asked.code).toBe(0);
  const { code, out } = await events(left, 'verify');
  expect(out).toMatch(/\d+ events have lost their keys with a loss that was accepted\./);
  expect(code).toBe(0);
  const again = openIn(left);
  expect(again.store.seal).toBeNull();
  again.close();
  // The newer vault is found again: it lacks events written since.
  putBack(left, folder, 'vault.db');
  expect(openIn(left).store.unready).toContain('vault.db is older than log.db');
});

test('a matching vault needs no accepting, and a missing one cannot be accepted', async () => {
  const { folder } = await closedShop();
  expect((await events(folder, 'accept')).out).toContain('there is nothing to accept');
  removeAll(folder, 'vault.db');
  const { code, err } = await events(folder, 'accept', '--yes');
  expect(err).toContain('This cannot be accepted.');
  expect(code).toBe(1);
});

test('nothing is accepted while a server writes', async () => {
  const { folder } = openIn();
  const { code, err } = await events(folder, 'accept', '--yes');
  expect(err).toContain('Another process is writing to');
  expect(code).toBe(1);
});

test('on a read-only file accept names the file and what to do, and can be run again', async () => {
  const { folder, earlier } = await closedShop();
  putBack(folder, earlier, 'vault.db');
  const other = new Database(join(folder, 'vault.db'));
  onTestFinished(() => void other.close());
  other.exec('BEGIN IMMEDIATE');
  const { code, err } = await events(folder, 'accept', '--yes');
  expect(err).toBe(
    `${join(folder, 'vault.db')} could not be changed: another process keeps it to itself (SQLITE_BUSY). Make room, make it writable, or end the process that keeps it to itself. Then run the command again: what is done stays done.\n`,
  );
  expect(code).toBe(1);
  other.close();
  expect(await events(folder, 'accept', '--yes')).toMatchObject({ code: 0 });
});

import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { EventLog } from '#db/log/event-log.ts';
import { StoreSealed, isUnableToSave } from '#db/integrity/store-sealed.ts';
import { day, hold, openMany } from '../changes.ts';
import { openIn, tamper } from '../folder.ts';
import { readRows } from '../rows.ts';
import { killed, putBack } from '../shop-files.ts';

/** A closed folder with 2,500 events: a start looks at the last thousand. */
async function longLog(): Promise<string> {
  const { store, folder, close } = openIn();
  await store.change(hold('b1'));
  await store.change(openMany('b1', 2498));
  close();
  return folder;
}

test('a start reports how much it checked, and the rest is checked in small steps', async () => {
  const { store } = openIn(await longLog());
  expect([store.checked, store.position]).toEqual([1000, 2500]);
  const steps = [...store.checkOlderEvents()];
  expect(steps.slice(0, 3)).toEqual([100, 200, 300]);
  expect(steps.at(-1)).toBe(1500);
  expect(store.seal).toBeNull();
  expect([...openIn(await longLog()).store.checkOlderEvents()].at(-1)).toBe(1500);
});

test.each([1, 777, 1500])(
  'an older event that was altered (%i) ends all writing when it is found',
  async (position) => {
    const folder = await longLog();
    tamper(folder, `UPDATE events SET correlation = 'another' WHERE position = ?`, position);
    const { store, sealed } = openIn(folder);
    await store.change(hold('b2', { date: day(1) }));
    expect([...store.checkOlderEvents()].at(-1) ?? 0).toBe(Math.floor((position - 1) / 100) * 100);
    expect(sealed).toMatchObject([{ kind: 'damage', reason: expect.stringContaining(`damaged at event ${position}`) }]);
    expect(store.unready).toContain(`halfday.db is damaged at event ${position}`);
    await expect(store.change(hold('b3', { date: day(2) }))).rejects.toThrow(StoreSealed);
    expect((await readRows(store)).bookings).toHaveLength(2);
  },
);

test('after an older event turned out to be altered, the next start saves nothing, until a whole log is back', async () => {
  const folder = await longLog();
  const whole = killed(folder);
  tamper(folder, `UPDATE events SET correlation = 'another' WHERE position = ?`, 777);
  const first = openIn(folder);
  expect(first.store.seal).toBeNull();
  Array.from(first.store.checkOlderEvents());
  first.close();
  const next = openIn(folder);
  expect(next.store.seal).toMatchObject({ kind: 'damage', reason: expect.stringContaining('damaged at event 777') });
  expect(next.store.seal?.advice).toContain('`npm run events -- restore`');
  await expect(next.store.change(hold('b3', { date: day(2) }))).rejects.toThrow(StoreSealed);
  expect((await readRows(next.store)).bookings).toHaveLength(1);
  next.close();
  putBack(folder, whole, 'halfday.db');
  const mended = openIn(folder);
  expect(mended.store.seal).toBeNull();
  expect(readdirSync(folder)).not.toContain('damage.txt');
});

test('once the log was found damaged, no other fault of the files is told', async () => {
  const folder = await longLog();
  tamper(folder, `UPDATE events SET correlation = 'another' WHERE position = ?`, 1);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { store, sealed, reports, failures } = openIn(folder);
  Array.from(store.checkOlderEvents());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sealed).toHaveLength(1);
  expect([reports, failures]).toEqual([[], []]);
});

test('nothing is written to the vault either once the log was found damaged', async () => {
  const folder = await longLog();
  tamper(folder, `UPDATE events SET correlation = 'another' WHERE position = ?`, 1);
  const { store } = openIn(folder);
  const { credentials, manageLinks } = store;
  credentials.claimAddress('ada@example.com', 'ada', 'a hash');
  Array.from(store.checkOlderEvents());
  const writes = [
    () => credentials.claimAddress('ben@example.com', 'ben', 'a hash'),
    () => credentials.forget('ada'),
    () => manageLinks.remember('token', { booking: 'b1', generation: 0 }),
    () => store.forget(['a person']),
  ];
  for (const write of writes) {
    let refused: unknown = null;
    try {
      write();
    } catch (error) {
      refused = error;
    }
    expect(isUnableToSave(refused)).toBe(true);
  }
  expect(credentials.addressRow('ada@example.com')?.account).toBe('ada');
  expect(credentials.addressRow('ben@example.com')).toBeUndefined();
  expect(manageLinks.find('token')).toBeNull();
});

test('an older page that cannot be read is damage, and no reason to end the process', async () => {
  const folder = await longLog();
  const file = join(folder, 'halfday.db');
  const bytes = readFileSync(file);
  const pages = bytes.length / 4096;
  bytes.fill(0xa5, Math.floor(pages / 4) * 4096, Math.floor(pages / 4) * 4096 + 4096 * 20);
  writeFileSync(file, bytes);
  const { store, failures } = openIn(folder);
  Array.from(store.checkOlderEvents());
  expect(store.unready).toMatch(/halfday\.db is damaged at event \d+/);
  expect(failures).toEqual([]);
});

test('an older page that cannot be read just now is no damage', async () => {
  const { store, sealed } = openIn(await longLog());
  const steps = store.checkOlderEvents();
  const busy = new Database.SqliteError('database is locked', 'SQLITE_BUSY');
  const read = vi.spyOn(EventLog.prototype, 'readAfter').mockImplementation(() => {
    throw busy;
  });
  onTestFinished(() => read.mockRestore());
  expect(() => steps.next()).toThrow(busy);
  read.mockRestore();
  expect(sealed).toEqual([]);
  expect(Array.from(store.checkOlderEvents()).at(-1)).toBe(1500);
});

test('a log that the start has checked completely is not checked again', async () => {
  const { store } = openIn();
  await store.change(hold('b1'));
  expect([...store.checkOlderEvents()]).toEqual([]);
});

test('the whole log can be checked again, up to its last event or the first bad one', async () => {
  const whole = openIn(await longLog()).store;
  expect([...whole.checkOlderEvents(whole.position)].at(-1)).toBe(2500);
  expect(whole.seal).toBeNull();
  const folder = await longLog();
  tamper(folder, `UPDATE events SET correlation = 'another' WHERE position = ?`, 777);
  const { store, sealed } = openIn(folder);
  expect([...store.checkOlderEvents(store.position)].at(-1)).toBe(700);
  expect(sealed).toMatchObject([{ kind: 'damage', reason: expect.stringContaining('damaged at event 777') }]);
});

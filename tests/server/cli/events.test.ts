import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { projections } from '#db/projections/index.ts';
import { hold, openMany, pay } from '../../db/changes.ts';
import { openIn, tamper, withDatabase } from '../../db/folder.ts';
import { tempFolder } from '../../temp-folder.ts';
import { ROWS_BUILD } from '#db/engine/rows-build.ts';
import { logRows, readRows } from '../../db/rows.ts';
import { events, eventsProcess } from './command.ts';

const NAMES = Object.keys(projections);
const VERBS = ['status', 'show', 'verify', 'rebuild', 'restore', 'export', 'forget'];

// Some tests start processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

async function folderWithLog() {
  const open = openIn();
  await open.store.change(hold('b1'));
  await open.store.change(openMany('b1', 1500));
  await open.store.change(pay('b1'));
  return { ...open, rows: await readRows(open.store) };
}

/** Changes a booking's row without an event. */
function falsify(folder: string): void {
  withDatabase(folder, (db) => db.exec(`UPDATE bookings_${ROWS_BUILD} SET area = 'nowhere'`));
}

test('verify counts the events of a whole log and prints the hash of the last', async () => {
  const { folder } = await folderWithLog();
  const { code, out, err } = await eventsProcess(folder, 'verify');
  const head = logRows(folder).at(-1)!.hash;
  expect({ code, out }).toEqual({ code: 0, out: `1,505 events, each as it was written.\nhead ${head}\n` });
  expect(err).toMatch(/^verifying 66% \(1000 of 1505 events, \d+ s left\)\nverifying 100% \(1505 of 1505 events\)\n$/);
});

test('verify names the first bad event and exits with 1', async () => {
  const { folder, close } = await folderWithLog();
  close();
  tamper(folder, `UPDATE events SET data = '{}' WHERE position IN (1203, 1300)`);
  const { code, out, err } = await eventsProcess(folder, 'verify');
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(
    'The first bad event is at position 1203: CheckoutOpened, revision 1202 of booking-b1: its hash does not match its content.',
  );
  expect(err).toContain(
    `The 1,202 events before it are as they were written; the last one's hash is ${logRows(folder)[1201]!.hash}`,
  );
});

test('rebuild has a running server rebuild what is named, by default every projection', async () => {
  const { folder, store, rows } = await folderWithLog();
  falsify(folder);
  const { code, out } = await events(folder, 'rebuild');
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(
      new RegExp(`^${NAMES.join(', ')}: rebuilt from 1,505 events in .* s by the running server\\.\n$`),
    ),
  });
  expect(await readRows(store)).toEqual(rows);
  expect((await events(folder, 'rebuild', 'users', '--json')).out).toContain('"by":"server"');
});

test('rebuild does it itself when no server runs', async () => {
  const { folder, rows, close } = await folderWithLog();
  close();
  falsify(folder);
  const { code, out } = await events(folder, 'rebuild');
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/: rebuilt from 1,505 events in .* s\.\n$/) });
  expect(await readRows(openIn(folder).store)).toEqual(rows);
});

test('rebuild says that the server has stopped', async () => {
  const { folder, close } = await folderWithLog();
  close();
  // Holds the folder's lock as a server does, and carries out no request.
  const server = new Database(join(folder, 'writer.lock'));
  server.exec('BEGIN EXCLUSIVE');
  const rebuilding = events(folder, 'rebuild', 'bookings');
  await vi.waitFor(() => {
    const requests = withDatabase(folder, (db) => db.prepare('SELECT count(*) FROM rebuild_requests').pluck().get());
    expect(requests).toBe(1);
  });
  server.close();
  expect(await rebuilding).toMatchObject({ code: 1, err: 'The server has stopped. Run the command again.\n' });
});

test('without a log, a command says so and creates none', async () => {
  const folder = tempFolder();
  const { code, out, err } = await events(folder, 'verify');
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toBe(`There is no event log in ${folder}. DATA_FOLDER says where to look.\n`);
});

test.each([['help'], ['--help'], ['-h']])('%s explains the commands', async (word) => {
  const { code, out } = await events(tempFolder(), word);
  expect(code).toBe(0);
  expect(out).toMatch(/^Usage: npm run events -- <command>/);
  for (const name of VERBS) expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
});

test.each(VERBS)('%s --help says what it takes, and does nothing', async (name) => {
  const { code, out } = await events(tempFolder(), name, '--help');
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(`Usage: npm run events -- ${name}`) });
  expect((await events(tempFolder(), 'help', name)).out).toBe(out);
});

test.each([
  { words: [] },
  { words: ['verfiy'] },
  { words: ['help', 'verfiy'] },
  { words: ['verify', 'bookings'] },
  { words: ['verify', '--yes'] },
  { words: ['rebuild', 'booking'] },
  { words: ['rebuild', 'bookings', 'availabilty'] },
  { words: ['forget'] },
  { words: ['forget', 'a', 'b'] },
  { words: ['forget', 'a', '--visits', 'burn'] },
  { words: ['show', '--type', 'SlotHold'] },
  { words: ['show', '--from', '-1'] },
  { words: ['show', '--last', 'ten'] },
  { words: ['export', '--json'] },
])('unknown arguments ($words) get the usage and exit code 2', async ({ words }) => {
  const { folder } = await folderWithLog();
  const { code, out, err } = await events(folder, ...words);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('Usage: npm run events -- ');
});

test('an unknown projection’s name is repeated', async () => {
  const { code, err } = await eventsProcess(tempFolder(), 'rebuild', 'booking');
  expect(code).toBe(2);
  expect(err).toContain('There is no projection called booking.');
});

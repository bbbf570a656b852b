import { spawn } from 'node:child_process';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { projections } from '#db/projections/index.ts';
import { hold, openMany, pay } from '../../db/changes.ts';
import { openIn, tamper, withFile } from '../../db/folder.ts';
import { tempFolder } from '../../temp-folder.ts';
import { fileOf } from '../../db/query-plans.ts';
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

/** Changes a booking's row in a read model without an event. */
function falsify(folder: string): void {
  withFile(folder, `read-${fileOf('bookings')}`, (db) => db.exec(`UPDATE bookings SET area = 'nowhere'`));
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

test('rebuild without a name rebuilds every read model; a running server swaps each in', async () => {
  const { folder, store, rows, reports } = await folderWithLog();
  falsify(folder);
  const { code, out } = await events(folder, 'rebuild');
  expect(code).toBe(0);
  for (const name of NAMES) {
    expect(out).toMatch(new RegExp(`^${name}: 1505 events replayed in \\d+\\.\\d s$`, 'm'));
    expect(out).toMatch(new RegExp(`^${name}: swapped in by the running server$`, 'm'));
  }
  expect(reports).toEqual(NAMES.map((name) => ({ message: 'read model swapped in', detail: { readModel: name } })));
  expect(await readRows(store)).toEqual(rows);
});

test('rebuild swaps the file itself when no server runs, and only the named one', async () => {
  const { folder, rows, close } = await folderWithLog();
  close();
  falsify(folder);
  const { code, out, err } = await events(folder, 'rebuild', 'bookings');
  expect(code).toBe(0);
  expect(out).toMatch(/^bookings: 1505 events replayed in .* s\nbookings: put in place, as no server is running\n$/);
  expect(err).toMatch(/^bookings 66% \(1000 of 1505 events, \d+ s left\)\nbookings 100% \(1505 of 1505 events\)\n$/);
  expect(await readRows(openIn(folder).store)).toEqual(rows);
});

test('rebuild swaps the file itself when the server ends meanwhile', async () => {
  const { folder, rows, close } = await folderWithLog();
  close();
  falsify(folder);
  // Holds the folder's lock as a server does, and swaps no file.
  const server = new Database(join(folder, 'writer.lock'));
  server.exec('BEGIN EXCLUSIVE');
  const child = spawn(process.execPath, ['server/cli/events.ts', 'rebuild', 'bookings'], {
    env: { DATA_FOLDER: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  for await (const part of child.stdout.setEncoding('utf8')) {
    out += part as string;
    if (out.includes('waiting for the running server to swap it in')) server.close();
  }
  expect(out).toMatch(/bookings: put in place, as no server is running\n$/);
  expect(await readRows(openIn(folder).store)).toEqual(rows);
});

test('a second rebuild at the same time says so and exits with 1', async () => {
  const { folder } = await folderWithLog();
  const other = new Database(join(folder, 'rebuild.lock'));
  other.exec('BEGIN EXCLUSIVE');
  onTestFinished(() => void other.close());
  const { code, err } = await events(folder, 'rebuild');
  expect({ code, err }).toEqual({ code: 1, err: `another rebuild is under way in ${folder}\n` });
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

test('an unknown read model’s name is repeated', async () => {
  const { code, err } = await eventsProcess(tempFolder(), 'rebuild', 'booking');
  expect(code).toBe(2);
  expect(err).toContain('There is no read model called booking.');
});

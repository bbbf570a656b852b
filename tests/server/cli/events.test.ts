import { expect, test } from 'vitest';
import { CAUSE, hold, openMany, pay } from '../../db/changes.ts';
import { openIn, sqlIn, tamper } from '../../db/folder.ts';
import { tempFolder } from '../../temp-folder.ts';
import { logRows, readRows } from '../../db/rows.ts';
import { events, eventsProcess, serve } from './command.ts';

const VERBS = ['status', 'show', 'verify', 'rebuild', 'restore', 'copy-to-postgres', 'export', 'forget'];

async function folderWithLog() {
  const open = openIn();
  await open.store.change(hold('b1'));
  await open.store.change(openMany('b1', 1500));
  await open.store.change(pay('b1'));
  return { ...open, rows: await readRows(open.store) };
}

/** Changes a booking's row without an event. */
function falsify(folder: string): void {
  const [served] = sqlIn<{ suffix: string }>(folder, 'SELECT suffix FROM projection_sets WHERE is_served = 1');
  sqlIn(folder, `UPDATE bookings_${served!.suffix} SET area = 'nowhere'`);
}

test('verify counts the events of a whole log and prints the hash of the last', async () => {
  const { folder } = await folderWithLog();
  const { code, out, err } = await eventsProcess(folder, 'verify');
  const head = logRows(folder).at(-1)!.hash;
  expect({ code, out }).toEqual({ code: 0, out: `1,505 events verified.\nhead 1505:${head}\n` });
  expect(err).toBe('');
});

test('verify names the first bad event and exits with 1', async () => {
  const { folder, close } = await folderWithLog();
  await close();
  tamper(folder, `UPDATE events SET data = '{}' WHERE position IN (1203, 1300)`);
  const { code, out, err } = await eventsProcess(folder, 'verify');
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(
    'The first bad event is at position 1203: CheckoutOpened, revision 1202 of booking-b1: its hash does not match its content.',
  );
  expect(err).toContain(
    `The 1,202 events before it are unaltered; the last one's hash is ${logRows(folder)[1201]!.hash}`,
  );
});

test('rebuild has a running server rebuild every projection', async () => {
  const { folder, store, rows } = await folderWithLog();
  serve(store);
  falsify(folder);
  const { code, out } = await events(folder, 'rebuild');
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^Rebuilt from 1,505 events in .* s\.\n$/) });
  expect(await readRows(store)).toEqual(rows);
  falsify(folder);
  expect((await events(folder, 'rebuild')).code).toBe(0);
  expect(await readRows(store)).toEqual(rows);
});

test('without a log, a command says so and creates none', async () => {
  const folder = tempFolder();
  const { code, out, err } = await events(folder, 'verify');
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toBe(`There is no event log in ${folder}. DATA_FOLDER says where to look.\n`);
});

test.each([['help'], ['--help'], ['-h'], ['help help']])('%s explains the commands', async (words) => {
  const { code, out } = await events(tempFolder(), ...words.split(' '));
  expect(code).toBe(0);
  expect(out).toMatch(/^Usage: npm run events -- <command>/);
  for (const name of VERBS) expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
});

test.each([
  { words: [] },
  { words: ['verfiy'] },
  { words: ['help', 'verfiy'] },
  { words: ['verify', 'bookings'] },
  { words: ['verify', '--yes'] },
  { words: ['rebuild', 'bookings'] },
  { words: ['forget'] },
  { words: ['forget', 'a', 'b'] },
  { words: ['forget', 'a', '--visits', 'burn'] },
  { words: ['show', '--type', 'SlotHold'] },
  { words: ['show', '--from', '-1'] },
  { words: ['show', '--last', 'ten'] },
  { words: ['verify', '--expect', '12'] },
  { words: ['status', '--max-lag', 'soon'] },
])('unknown arguments ($words) get the usage and exit code 2', async ({ words }) => {
  const { folder, store } = openIn();
  await store.change(hold('b1'));
  const { code, out, err } = await events(folder, ...words);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('Usage: npm run events -- ');
});

test('status says how far the log is, whether a server runs, and which jobs wait', async () => {
  const { folder, store, close } = await folderWithLog();
  await store.change({
    streams: {},
    decide: () => ({}),
    cause: CAUSE,
    newJobs: [{ kind: 'mail', key: 'a', orderKey: 'a', due: 1, position: null }],
  });
  const { code, out } = await events(folder, 'status');
  expect(code).toBe(0);
  expect(out).toMatch(/^1,505 events, the last at 2027-03-09 18:00:00Z\.\nhead 1505:[0-9a-f]{64}\n/);
  expect(out).toContain('\nProjections: caught up at 1505.\n');
  expect(out).toMatch(/^ {2}jobs mail {2}1 waiting, 1 of them late, 0 parked$/m);
  expect(out).toContain('A server is running.');
  await close();
  expect((await events(folder, 'status')).out).toContain('No server is running.');
});

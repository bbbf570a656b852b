import { mkdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tamper } from '../db/folder.ts';
import { tempFolder } from '../temp-folder.ts';
import { endedStart } from './ended-start.ts';
import { folderWithBooking } from './folder-with-booking.ts';
import { EVENTS_COMMAND, startServer } from './server.ts';

/** Stack traces and positions in the code, which the output must not contain. */
const STACK = /\n\s+at |node:internal|SqliteError|\.js:\d/;

const GARBAGE = 'this is not what it should be. '.repeat(400);

test.each([
  ['an empty cookie secret', 'cookie-secret', '', /cookie-secret contains no secret\. .* remove it/],
  ['a clock file of garbage', 'clock.json', GARBAGE, /clock\.json contains no clock offset\. Remove it/],
])('%s makes the start fail, with the file and what to do', async (_, file, content, words) => {
  const folder = tempFolder();
  writeFileSync(join(folder, file), content);
  const { code, err } = await endedStart({ DATA_FOLDER: folder });
  expect(err).toMatch(words);
  expect(err).toContain(join(folder, file));
  expect(err).not.toMatch(STACK);
  expect(code).toBe(1);
});

const copyFolder = folderWithBooking();

const RESTORE_ADVICE = `Restore it from a backup: move halfday.db with its -wal and -shm files out of the folder, then run \`${EVENTS_COMMAND} restore\`.`;

function alterEvent(file: string): void {
  tamper(dirname(file), `UPDATE events SET correlation = 'another' WHERE position = 2`);
}

test.each([
  [
    'garbage for the database',
    (file: string) => writeFileSync(file, GARBAGE),
    'cannot be used: file is not a database',
  ],
  [
    'a database that was cut',
    (file: string) => truncateSync(file, statSync(file).size / 2),
    'cannot be used: database disk image is malformed',
  ],
  ['an altered event', alterEvent, 'is damaged at event 2 (day-'],
])('%s makes the start fail, with the file and what to do', async (_, damage, words) => {
  const folder = copyFolder();
  const file = join(folder, 'halfday.db');
  damage(file);
  const { code, err } = await endedStart({ DATA_FOLDER: folder });
  expect(err).toContain(`${file} ${words}`);
  expect(err).toContain(RESTORE_ADVICE);
  expect(err).not.toMatch(STACK);
  expect(code).toBe(1);
});

test.each([['with a secret of its own'], ['with a secret that is given']])(
  'a data folder that is a file makes the start fail, %s',
  async (how) => {
    const file = join(tempFolder(), 'data');
    writeFileSync(file, 'mine');
    const secret = how.includes('given') ? { COOKIE_SECRET: 'a secret that is long enough for cookies' } : {};
    const { code, err } = await endedStart({ DATA_FOLDER: file, ...secret });
    expect(err).toMatch(/create the data folder .*data: .* \(E\w+\)\. Set DATA_FOLDER/);
    expect(err).not.toMatch(STACK);
    expect(code).toBe(1);
  },
);

test('a folder in the place of the lock makes the start fail, and the message says what to do', async () => {
  const folder = tempFolder();
  mkdirSync(join(folder, 'writer.lock'));
  const { code, err } = await endedStart({ DATA_FOLDER: folder });
  expect(err).toContain(
    `${join(folder, 'writer.lock')} is not a file. Remove it: the server makes the file that it needs.`,
  );
  expect(err).not.toMatch(STACK);
  expect(code).toBe(1);
});

test('startup on a data folder in use fails, and leaves the running server alone', async () => {
  const first = await startServer();
  onTestFinished(async () => void (await first.stop()));
  const { code, err } = await endedStart({ DATA_FOLDER: first.folder });
  expect(err).toMatch(/Another process is writing to .*\. Stop that one first/);
  expect(err).not.toMatch(STACK);
  expect(code).toBe(1);
  expect((await fetch(`${first.origin}/readyz`)).status).toBe(200);
});

/** The executable serves a booking with a photo, unpacks what can't run inside it, and has the other commands. */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, statSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { tempFolder } from '../temp-folder.ts';
import { BOOKED, EXECUTABLE, answersTo, assertBuilt, bookWithPhoto } from './executable.ts';
import { startServer } from './server.ts';

beforeAll(assertBuilt);

/** Runs the executable on empty folders. */
function run(words: readonly string[], TMPDIR = tempFolder()) {
  return spawnSync(EXECUTABLE, words, { env: { TMPDIR, DATA_FOLDER: tempFolder() }, encoding: 'utf8' });
}

async function serve(TMPDIR: string) {
  const server = await startServer({ TMPDIR }, '/readyz', { program: EXECUTABLE, main: 'serve' });
  onTestFinished(async () => void (await server.stop()));
  return server;
}

test('the executable serves a booking with a photo, and browsers get the client files as they were compressed', async () => {
  const { origin, stop } = await serve(tempFolder());
  expect(await answersTo(origin, await bookWithPhoto(origin))).toEqual(BOOKED);

  const client = join(EXECUTABLE, '../client');
  const [script = ''] = globSync('assets/*.js', { cwd: client });
  const file = await fetch(`${origin}/${script}`, { headers: { 'accept-encoding': 'br' } });
  expect(file.headers.get('content-encoding')).toBe('br');
  expect(await file.text()).toBe(readFileSync(join(client, script), 'utf8'));
  expect((await fetch(`${origin}/assets/none.js`)).status).toBe(404);
  expect(await stop()).toBe(0);
});

test('two processes that start at once unpack the same files, and a file that was cut is unpacked again', async () => {
  const folder = tempFolder();
  const servers = await Promise.all([serve(folder), serve(folder)]);
  expect(await Promise.all(servers.map(({ stop }) => stop()))).toEqual([0, 0]);
  const files = globSync('halfday-*/**/*.*', { cwd: folder }).map((name) => join(folder, name));
  expect(files.filter((name) => /\.\d+$/.test(name))).toEqual([]);
  const addon = files.find((name) => name.endsWith('.node')) ?? '';
  const { size, mode } = statSync(addon);
  expect(mode & 0o77).toBe(0);
  truncateSync(addon, 1000);
  expect(run(['events', 'status'], folder)).toMatchObject({ stderr: expect.not.stringContaining('unpack') });
  expect(statSync(addon).size).toBe(size);
});

test('a folder that other users can change is refused, with what to do', () => {
  const folder = tempFolder();
  run(['--version'], folder);
  const [name = ''] = globSync('halfday-*', { cwd: folder });
  const other = tempFolder();
  mkdirSync(join(other, name), { mode: 0o777 });
  const linked = tempFolder();
  symlinkSync(join(folder, name), join(linked, name));
  for (const place of [other, linked]) {
    const { status, stderr } = run(['--version'], place);
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^Can't unpack into \S+: .+\. Set TMPDIR to .+\.\n$/)]);
  }
});

test('the executable prints its version, its help and the help of the operators’ commands', () => {
  expect(run(['--version'])).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+ [\w-]+\n$/) });
  expect(run(['--help'])).toMatchObject({ status: 0, stdout: expect.stringContaining('replicate') });
  expect(run(['events', 'help'])).toMatchObject({ status: 0, stdout: expect.stringContaining(`${EXECUTABLE} events`) });
  expect(run(['nothing'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('There is no command nothing.'),
  });
  expect(run(['health'])).toMatchObject({ status: 1, stderr: '' });
});

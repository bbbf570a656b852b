/** The executable serves a booking with a photo, unpacks what can't run inside it, and has the other commands. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  globSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { PHOTO_REFUSALS } from '#client/wording/photos.ts';
import { wordingOf } from '#client/wording/wording.ts';
import { tempFolder } from '../temp-folder.ts';
import { BOOKED, EXECUTABLE, answersTo, assertBuilt, bookWithPhoto, sendPhoto } from './executable.ts';
import { freePort, startServer } from './server.ts';

beforeAll(assertBuilt);

/** Runs the executable on empty folders. */
function run(words: readonly string[], TMPDIR = tempFolder(), env: Readonly<Record<string, string>> = {}) {
  return spawnSync(EXECUTABLE, words, { env: { TMPDIR, DATA_FOLDER: tempFolder(), ...env }, encoding: 'utf8' });
}

async function serve(TMPDIR: string, { program = EXECUTABLE, main = 'serve', env = {} } = {}) {
  const server = await startServer({ TMPDIR, ...env }, '/readyz', { program, main });
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
  expect(files.filter((name) => name.includes('partial.'))).toEqual([]);
  const addon = files.find((name) => name.endsWith('.node')) ?? '';
  const { size, mode } = statSync(addon);
  expect(mode & 0o77).toBe(0);
  truncateSync(addon, 1000);
  expect(await (await serve(folder)).stop()).toBe(0);
  expect(statSync(addon).size).toBe(size);
});

const CANT_UNPACK = { status: 1, stderr: expect.stringMatching(/^Can't unpack into \S+: .+\. Set TMPDIR to .+\.\n$/) };

/** A folder with what Litestream needs, unpacked. */
function unpacked(): { readonly folder: string; readonly place: string } {
  const folder = tempFolder();
  expect(run(['litestream', 'version'], folder)).toMatchObject({ status: 0, stderr: '' });
  const [name = ''] = globSync('halfday-*', { cwd: folder });
  return { folder, place: join(folder, name) };
}

test('a folder that other users can change is refused, with what to do', () => {
  const { place } = unpacked();
  const other = tempFolder();
  mkdirSync(join(other, basename(place)), { mode: 0o777 });
  const linked = tempFolder();
  symlinkSync(place, join(linked, basename(place)));
  for (const words of [['serve'], ['replicate']])
    for (const folder of [other, linked]) expect(run(words, folder)).toMatchObject(CANT_UNPACK);
});

test('a folder whose files cannot be executed is refused, with what to do', async () => {
  const { folder, place } = unpacked();
  await (await serve(folder)).stop();
  for (const name of globSync('**/*.node', { cwd: place })) chmodSync(join(place, name), 0o600);
  expect(run(['serve'], folder)).toMatchObject(CANT_UNPACK);
  chmodSync(join(place, 'litestream/litestream'), 0o600);
  for (const command of ['replicate', 'litestream']) expect(run([command], folder)).toMatchObject(CANT_UNPACK);
});

test('photos are refused while the image library cannot be unpacked, and taken afterwards', async () => {
  const folder = tempFolder();
  const { origin } = await serve(folder);
  const [name = ''] = globSync('halfday-*', { cwd: folder });
  writeFileSync(join(folder, name, 'sharp'), 'in the way');
  expect(await sendPhoto(origin)).toContain(wordingOf(PHOTO_REFUSALS['photos-down']).title);
  rmSync(join(folder, name, 'sharp'));
  expect(await answersTo(origin, await bookWithPhoto(origin))).toEqual(BOOKED);
});

test('without a folder to unpack into, the executable still answers what needs none', () => {
  const nowhere = join(tempFolder(), 'file');
  writeFileSync(nowhere, '');
  for (const words of [['--version'], ['--help'], ['events', 'help'], ['events', 'verify', '--help']])
    expect(run(words, nowhere)).toMatchObject({ status: 0, stderr: '' });
  expect(run(['nothing'], nowhere).status).toBe(2);
  expect(run(['serve'], nowhere)).toMatchObject(CANT_UNPACK);
});

test('a relative TMPDIR is one of the working folder', () => {
  const cwd = tempFolder();
  const { status, stderr } = spawnSync(EXECUTABLE, ['litestream', 'version'], { cwd, env: { TMPDIR: '.' } });
  expect([status, stderr.toString(), globSync('halfday-*', { cwd })]).toEqual([0, '', [expect.any(String)]]);
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

test.each([
  [0, ['help'], /^Usage: /],
  [0, ['-h'], /^Usage: /],
  [0, ['-v'], /^\d+\.\d+\.\d+ /],
  [0, ['replicate', '--help'], /^Usage: /],
  [0, ['serve', '-h'], /^Usage: /],
  [2, ['replicate', 'extra'], /^extra is unexpected after replicate\. .+\n$/],
  [2, ['serve', '--port'], /^--port is unexpected after serve\. .+\n$/],
])('the executable exits with %i after %j', (status, words, printed) => {
  const { stdout, stderr, ...ended } = run(words);
  expect([ended.status, status === 0 ? stdout : stderr]).toEqual([status, expect.stringMatching(printed)]);
});

test('the executable prints no stack if nothing reads its output', () => {
  // The reader of the pipe ends first.
  const script = 'exec 3> >(exec true); wait $!; exec "$0" --version >&3';
  const { stderr } = spawnSync('bash', ['-c', script, EXECUTABLE], { encoding: 'utf8' });
  expect(stderr).toBe('');
});

test('the health check asks at the address where the site is served', async () => {
  const HOST = '127.0.0.2';
  const port = String(await freePort());
  const child = spawn(EXECUTABLE, ['serve'], {
    env: { TMPDIR: tempFolder(), DATA_FOLDER: tempFolder(), HOST, PORT: port },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  expect(run(['health'], undefined, { HOST, PORT: port }).status).toBe(0);
});

test('an executable in a folder with a space serves under Litestream', async () => {
  const place = mkdtempSync(join(EXECUTABLE, "../an owner's site "));
  onTestFinished(() => rmSync(place, { recursive: true }));
  const program = join(place, 'halfday');
  linkSync(EXECUTABLE, program);
  const env = { LITESTREAM_CONFIG: join(EXECUTABLE, '../../litestream-folder.yml') };
  const { stop, output } = await serve(tempFolder(), { program, main: 'replicate', env });
  expect([await stop(), output()]).toEqual([0, expect.any(String)]);
});

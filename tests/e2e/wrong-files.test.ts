import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { HttpCustomer } from './http-customer.ts';
import { startServer } from './server.ts';
import { PATIENCE_MS } from '#tests/patience.ts';

const MAIN = join(import.meta.dirname, '../../dist/server/main.js');

/** An unprivileged user: file modes do not restrict root. */
const NOBODY = 65_534;
const AS_NOBODY = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] as const;

/** Whether root can start the product as that user: some containers have no other user, or give it no access to programs. */
function canBeNobody(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'halfday-user-'));
  try {
    chownSync(folder, NOBODY, NOBODY);
    const [program, ...args] = AS_NOBODY;
    const [from, to] = [MAIN, join(folder, 'copy')].map((file) => JSON.stringify(file));
    const script = `require('node:fs').copyFileSync(${from}, ${to})`;
    return spawnSync(program, [...args, process.execPath, '-e', script]).status === 0;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const isRoot = process.getuid?.() === 0;
const isNobody = isRoot && canBeNobody();
const areModesBinding = !isRoot || isNobody;

const STACK = /^\s+at /m;

/** Things to put in the place of a file. */
const KINDS: Record<string, (file: string) => void> = {
  'a folder': (file) => mkdirSync(file),
  'a link to itself': (file) => symlinkSync(file, file),
  'a link to nothing': (file) => symlinkSync(`${file}.gone`, file),
  'a file that cannot be read': (file) => {
    cpSync(existsSync(inUsed(file)) ? inUsed(file) : join(used, 'cookie-secret'), file, { recursive: true });
    chmodSync(file, 0);
  },
};

/** The data folder of a killed server, with a booking. */
let used = '';
let folders: string[] = [];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'halfday-wrong-'));
  folders.push(folder);
  return folder;
}

/** The path of this file in the used folder. */
function inUsed(file: string): string {
  return join(used, file.split('/').slice(used.split('/').length).join('/'));
}

function everythingIn(folder: string): string[] {
  return [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))];
}

function mails(folder: string): string[] {
  const mailbox = join(folder, 'mailbox');
  return existsSync(mailbox) ? readdirSync(mailbox).filter((name) => name.endsWith('.json')) : [];
}

beforeAll(async () => {
  used = newFolder();
  const server = await startServer({ DATA_FOLDER: used });
  await new HttpCustomer(server.origin).book(5);
  const deadline = AbortSignal.timeout(PATIENCE_MS);
  while (mails(used).length === 0) {
    deadline.throwIfAborted();
    await fetch(`${server.origin}/healthz`);
  }
  const ended = once(server.process, 'exit');
  server.process.kill('SIGKILL');
  await ended;
});

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders = [];
});

/** A copy of the used folder with another thing in the place of a file, owned by the unprivileged user. */
function folderWith(file: string, put: (file: string) => void): { readonly folder: string; readonly file: string } {
  const folder = newFolder();
  cpSync(used, folder, { recursive: true });
  const path = join(folder, file);
  rmSync(path, { recursive: true, force: true });
  put(path);
  giveToUser(folder);
  return { folder, file: path };
}

function giveToUser(folder: string): void {
  if (!isNobody) return;
  for (const path of everythingIn(folder)) if (!lstatSync(path).isSymbolicLink()) chownSync(path, NOBODY, NOBODY);
}

/** Starts the product as that user. Resolves once it listens, or has ended. */
async function start(folder: string) {
  const as = isNobody ? AS_NOBODY : [];
  const [program, ...args] = [...as, process.execPath, MAIN];
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_FOLDER: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A server that hangs fails the test.
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  let output = '';
  const closed = once(child, 'close');
  const isOpen = new Promise<boolean>((resolve) => {
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes(' is open at ')) resolve(true);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    void closed.then(() => resolve(false));
  });
  const isServed = await isOpen;
  const stop = async () => {
    child.kill('SIGTERM');
    await closed;
    return child.exitCode;
  };
  onTestFinished(async () => void (await stop()));
  return { isServed, stop, child, output: () => output };
}

const NEEDED = ['halfday.db', 'cookie-secret', 'clock.json', 'writer.lock', 'rebuild.lock', 'mailbox'];

const kinds = Object.keys(KINDS).filter((kind) => areModesBinding || !kind.includes('read'));

const needed = NEEDED.flatMap((file) =>
  kinds
    // The mailbox is a folder itself.
    .filter((kind) => !(file === 'mailbox' && kind === 'a folder'))
    .map((kind) => [file, kind] as const),
);

test.each(needed)(
  'in the place of %s, %s makes the start fail with the file’s name and what to do',
  async (name, kind) => {
    const { folder, file } = folderWith(name, KINDS[kind]!);
    const { isServed, child, output } = await start(folder);
    expect(isServed).toBe(false);
    expect(output()).toMatch(new RegExp(`^${file} (?:is|cannot be used: (?:the user|it is)) .*[.)] [A-Z].*\\.$`, 'm'));
    expect(output()).not.toMatch(STACK);
    expect(child.exitCode).toBe(1);
  },
);

test.each(kinds)('files that can be rebuilt are rebuilt in the place of %s', async (kind) => {
  const [mail = ''] = mails(used);
  const put = KINDS[kind]!;
  const { folder } = folderWith('rebuilt-users-2.db', put);
  const copies = readdirSync(used).filter((name) => /^read-.*(?:\.db|-wal)$/.test(name));
  for (const name of [...copies, `mailbox/${mail}`, `mailbox/${mail}.new`]) {
    rmSync(join(folder, name), { recursive: true, force: true });
    put(join(folder, name));
  }
  giveToUser(folder);
  const { isServed, output, stop } = await start(folder);
  expect(isServed).toBe(true);
  const origin = /is open at (\S+)/.exec(output())?.[1] ?? '';
  await expect.poll(async () => (await fetch(`${origin}/readyz`)).status).toBe(200);
  expect((await fetch(`${origin}/dev/mailbox`)).status).toBe(200);
  expect(output()).not.toMatch(STACK);
  expect(await stop()).toBe(0);
});

test.runIf(isNobody).each(['halfday.db', 'writer.lock'])(
  'when %s is not writable, the start fails and the message names it',
  async (name) => {
    const { folder, file } = folderWith(name, (path) => cpSync(inUsed(path), path));
    chownSync(file, 0, 0);
    chmodSync(file, 0o444);
    const { isServed, child, output } = await start(folder);
    expect(isServed).toBe(false);
    expect(output()).toMatch(new RegExp(`^${file} cannot be used: .*SQLITE_READONLY.*chown`, 'm'));
    expect(output()).not.toMatch(STACK);
    expect(child.exitCode).toBe(1);
  },
);

/** The executable, copied alone into a minimal Debian without Node, books, is killed, starts again and is restored from its backup. */
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { BOOKED, EXECUTABLE, answersTo, assertBuilt, bookWithPhoto } from './executable.ts';
import { USER, inOwnRoot } from './image/own-root.ts';
import { type RunningServer, startServer } from './server.ts';

/** On the disk, because it takes 210 MB, and kept, because it takes a minute to make. */
const DEBIAN = '/var/tmp/halfday-trixie';

/** Makes a minimal Debian. Returns why that can't be done on this machine; null when it is there. */
function bootstrap(): string | null {
  if (existsSync(DEBIAN)) return null;
  if (process.getuid?.() !== 0) return 'only the user root can change the root folder of a process';
  const partial = mkdtempSync(`${DEBIAN}-`);
  try {
    const args = ['--variant=minbase', '--include=libatomic1', 'trixie', partial, 'http://deb.debian.org/debian'];
    execFileSync('debootstrap', args, { stdio: 'pipe' });
    execFileSync('chmod', ['755', partial]);
    renameSync(partial, DEBIAN);
    return null;
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? 'install debootstrap (apt-get install debootstrap)' : message;
  }
}

const obstacle = bootstrap();
if (obstacle !== null)
  process.stdout.write(`The test of the executable in a minimal Debian is left out: ${obstacle}.\n`);

beforeAll(assertBuilt);

/** A Debian with the executable, the settings for a backup in a folder, and an empty data folder. */
function debianWithExecutable(): string {
  const root = mkdtempSync(`${DEBIAN}-`);
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  execFileSync('cp', ['-a', `${DEBIAN}/.`, root]);
  cpSync(EXECUTABLE, join(root, 'usr/local/bin/halfday'));
  cpSync(join(import.meta.dirname, '../../litestream-folder.yml'), join(root, 'etc/litestream.yml'));
  mkdirSync(join(root, 'data'), { mode: 0o700 });
  chownSync(join(root, 'data'), USER, USER);
  return root;
}

const ENV = { PATH: '/usr/local/bin:/usr/bin', DATA_FOLDER: '/data', LITESTREAM_CONFIG: '/etc/litestream.yml' };

async function start(root: string): Promise<RunningServer> {
  const [program, ...args] = inOwnRoot({ root, folder: '/', user: USER }, ['halfday']);
  const server = await startServer(ENV, '/readyz', { program, args, main: 'replicate', detached: true });
  onTestFinished(async () => void (await end(server, 'SIGKILL')));
  return server;
}

/** Ends the server and Litestream. */
async function end({ process: child }: RunningServer, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    process.kill(signal === 'SIGKILL' ? -child.pid! : child.pid!, signal);
    await ended;
  }
  return child.exitCode;
}

/** When a file of a folder was written last, in milliseconds; 0 if there is none. */
function newestFile(folder: string): number {
  const times = globSync(`${folder}/**/*`).map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return Math.max(0, ...times);
}

test.runIf(obstacle === null)(
  'the executable alone in a minimal Debian serves a booking with a photo, is killed, starts again and is restored',
  async () => {
    const root = debianWithExecutable();
    const run = (...words: string[]) => {
      const [program, ...args] = inOwnRoot({ root, folder: '/', user: USER }, words);
      return spawnSync(program, args, { env: ENV, encoding: 'utf8' });
    };
    expect(run('node', '--version').status).not.toBe(0);

    const first = await start(root);
    const paths = await bookWithPhoto(first.origin);
    await end(first, 'SIGKILL');

    const restarted = Date.now();
    const second = await start(root);
    expect(await answersTo(second.origin, paths)).toEqual(BOOKED);
    const data = join(root, 'data');
    // Litestream flushes its copy at the end only if it has begun to copy.
    await expect.poll(() => newestFile(join(data, 'objects/backup/generations'))).toBeGreaterThan(restarted);
    expect([await end(second, 'SIGTERM'), second.output()]).toEqual([0, expect.any(String)]);

    for (const name of readdirSync(data).filter((each) => each.includes('halfday.db')))
      rmSync(join(data, name), { recursive: true });
    const third = await start(root);
    expect(third.output()).toContain('restored and verified');
    expect(await answersTo(third.origin, paths)).toEqual(BOOKED);
    expect(run('halfday', 'events', 'verify')).toMatchObject({ status: 0, stderr: '' });
  },
);

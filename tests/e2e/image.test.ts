/**
 * The image is built, takes bookings, is killed, and takes more on the same volume. Its files are copied here by the Dockerfile's own
 * instructions. As root on Debian, its processes run in a separate root folder; elsewhere without one.
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { picture } from '../pictures.ts';
import { HttpCustomer } from './http-customer.ts';
import { assertBuilt } from './executable.ts';
import { textsOf, variablesOf, wordsOf } from './image/dockerfile.ts';
import { IMAGE, type LaidImage, layImage } from './image/lay.ts';
import { USER, inOwnRoot } from './image/own-root.ts';
import { SECRETS } from './image/production.ts';
import { type RunningServer, startServer } from './server.ts';

const IMAGE_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const { PORT: _, ...IMAGE_VARIABLES } = variablesOf(IMAGE);
const DATA = IMAGE_VARIABLES['DATA_FOLDER'] ?? '';
const [FOLDER = ''] = textsOf(IMAGE, 'WORKDIR');

let folder: string;
let image: LaidImage;
let laid: readonly string[];

/** Every path in the image, outside the volume and the folder into which the executable unpacks. */
const paths = () =>
  readdirSync(image.root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => ![DATA, '/tmp'].some((folder) => `/${path}`.startsWith(`${folder}/`)),
  );

beforeAll(() => {
  assertBuilt();
  folder = mkdtempSync(join(tmpdir(), 'halfday-image-'));
  image = layImage(folder);
  if (image.obstacle !== null) {
    process.stdout.write(`The image's files run in the root folder of this machine: ${image.obstacle}.\n`);
    mkdirSync(join(image.root, DATA), { mode: 0o700 });
  }
  // A new volume of Fly.io has this folder, which belongs to root.
  mkdirSync(join(image.root, DATA, 'lost+found'), { mode: 0o700 });
  laid = paths();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A command as it runs in the container, and its environment. */
function inImage(words: readonly string[], own: Readonly<Record<string, string>>) {
  const { root } = image;
  const env = { ...IMAGE_VARIABLES, PATH: IMAGE_PATH, ...own };
  if (image.obstacle === null) {
    return { command: inOwnRoot({ root, folder: FOLDER, user: USER }, words), env };
  }
  const command = ['env', `--chdir=${join(root, FOLDER)}`, ...words] as const;
  const PATH = `${join(root, 'usr/local/bin')}:${process.env['PATH']}`;
  return { command, env: { ...env, PATH, DATA_FOLDER: join(root, DATA) } };
}

/** Has Litestream copy to the volume, because no bucket is within reach. */
const TO_FOLDER = { LITESTREAM_CONFIG: 'litestream-folder.yml' };

/** Starts the image's command as a container engine does. */
function startImage(own: Readonly<Record<string, string>>): Promise<RunningServer> {
  const words = wordsOf(IMAGE, 'CMD');
  const { command, env } = inImage(words.slice(0, -1), own);
  const [program, ...args] = command;
  return startServer(env, '/readyz', { program, args, main: words.at(-1) ?? '', detached: true });
}

/** Starts the image with the sandbox provider and the local mailbox. */
async function startSandbox(): Promise<RunningServer> {
  const server = await startImage({ NODE_ENV: 'development', ...TO_FOLDER });
  onTestFinished(() => kill(server));
  return server;
}

/** Runs a command beside the server, as `docker exec` does. */
function exec(words: readonly string[], own: Readonly<Record<string, string>> = {}) {
  const { command, env } = inImage(words, own);
  const [program, ...args] = command;
  return spawnSync(program, args, { env, encoding: 'utf8' });
}

/** Kills every process of the container. */
function kill({ process: { pid = 0 } }: RunningServer): void {
  if (existsSync(`/proc/${pid}`)) process.kill(-pid, 'SIGKILL');
}

async function end(server: RunningServer, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  const ended = once(server.process, 'exit') as Promise<[number | null]>;
  if (signal === 'SIGKILL') kill(server);
  else server.process.kill(signal);
  return (await ended)[0];
}

test('the files are the executable, the license and the settings for a backup in a folder', () => {
  expect(readdirSync(join(image.root, FOLDER)).toSorted()).toEqual(['LICENSE', 'litestream-folder.yml']);
  expect(readdirSync(join(image.root, 'usr/local/bin'))).toEqual(['halfday']);
});

test('prepares photos of the job', async () => {
  const server = await startSandbox();
  const form = new FormData();
  form.append('notes', 'with a photo');
  form.append('files', new File([Uint8Array.from(await picture())], 'wall.jpg', { type: 'image/jpeg' }));
  const response = await fetch(`${server.origin}/book/photos`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: form,
    redirect: 'manual',
  });
  expect([response.status, response.headers.get('content-location')]).toEqual([200, '/book']);
  await end(server, 'SIGTERM');
});

test('takes bookings, is killed, and takes more on the same volume without losing any', async () => {
  const first = await startSandbox();
  const booking = await new HttpCustomer(first.origin).book(10);
  await end(first, 'SIGKILL');

  const second = await startSandbox();
  const customer = new HttpCustomer(second.origin);
  expect((await customer.get(`/book/calendar/${booking}.ics`)).status).toBe(200);
  expect((await customer.hold(10)).status).toBe(409);
  await customer.book(11);
  expect([await end(second, 'SIGTERM'), second.output()]).toEqual([0, expect.any(String)]);

  const checked = exec(['halfday', 'events', 'verify']);
  expect([checked.status, checked.stdout + checked.stderr]).toEqual([0, expect.any(String)]);
});

test('serves in production, passes the image’s health check, and exits with 0 on SIGTERM', async () => {
  const server = await startImage({ ...SECRETS, ...TO_FOLDER, TRUSTED_PROXY: 'fly' });
  onTestFinished(() => kill(server));
  expect(server.output()).toContain('Stripe, live');
  const probe = wordsOf(IMAGE, 'HEALTHCHECK');
  const { port } = new URL(server.origin);
  expect(exec(probe, { PORT: port })).toMatchObject({ status: 0, stderr: '' });
  expect([await end(server, 'SIGTERM'), server.output()]).toEqual([0, expect.any(String)]);
  expect(exec(probe, { PORT: port }).status).toBe(1);
});

test('writes nothing outside the volume and /tmp, and only private files on the volume', () => {
  expect(paths()).toEqual(laid);
  const user = image.obstacle === null ? USER : process.getuid?.();
  const data = join(image.root, DATA);
  const written = readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((name) => name !== 'lost+found');
  expect(written).toEqual(expect.arrayContaining(['halfday.db']));
  for (const name of ['', ...written]) {
    const { uid, mode } = lstatSync(join(data, name));
    expect([name, uid, mode & 0o077]).toEqual([name, user, 0]);
  }
});

/** The built server runs under Litestream, loses its database, and gets it back. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { logRows } from '../db/rows.ts';
import { MISSING, realS3 } from '../server/outside/storage/real-s3.ts';
import { tempFolder } from '../temp-folder.ts';
import { Visitors } from './crash/visitors.ts';
import { HttpCustomer } from './http-customer.ts';
import { MAIN, type RunningServer, startServer } from './server.ts';

const ROOT = join(import.meta.dirname, '../..');
const PACKAGE = join(ROOT, 'node_modules/@flydotio/litestream-linux-x64');
const PATH = [dirname(process.execPath), PACKAGE, process.env['PATH']].join(delimiter);

/** The site can't be backed up where Litestream doesn't run. */
const hasLitestream = spawnSync('litestream', ['version'], { env: { PATH } }).status === 0;

interface Shop {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts the server as production does, in a process group of its own. */
async function startReplicated({ env }: Shop): Promise<RunningServer> {
  const args = ['replicate', '-config', env['LITESTREAM_CONFIG'] ?? '', '-exec'];
  const server = await startServer(env, '/readyz', {
    program: 'litestream',
    args,
    main: `node ${MAIN}`,
    detached: true,
  });
  onTestFinished(() => kill(server));
  return server;
}

/** Kills Litestream and the server at once. */
function kill({ process: { pid } }: RunningServer): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It is over.
  }
}

function loseDatabase({ folder }: Shop): void {
  for (const name of readdirSync(folder))
    if (name.includes('halfday.db')) rmSync(join(folder, name), { recursive: true });
}

async function restore({ env }: Shop, ...words: string[]) {
  const child = spawn(process.execPath, [MAIN, 'events', 'restore', ...words], {
    env: { PATH, ...env },
    cwd: tmpdir(),
  });
  const ended = once(child, 'close');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: ((await ended) as [number])[0], out, err };
}

const shopOf = (folder: string, settings: Readonly<Record<string, string>>): Shop => ({
  folder,
  env: { PATH, DATA_FOLDER: folder, LOG_LEVEL: 'warn', ...settings },
});

const folderShop = () => shopOf(tempFolder(), { LITESTREAM_CONFIG: join(ROOT, 'litestream-folder.yml') });

test.runIf(hasLitestream)(
  'SIGTERM ends server and Litestream with 0, and the backup in a folder has every event',
  async () => {
    const shop = folderShop();
    const server = await startReplicated(shop);
    // Litestream looks for the database each second, and copies nothing at its end that it hasn't seen.
    const generations = join(shop.folder, 'objects/backup/generations');
    await expect.poll(() => existsSync(generations), { timeout: 10_000 }).toBe(true);
    const booking = await new HttpCustomer(server.origin).book(10);
    expect([await server.stop(), server.output()]).toEqual([0, expect.any(String)]);
    const rows = logRows(shop.folder);
    const { position, hash } = rows.at(-1)!;
    expect(await restore(shop)).toMatchObject({ code: 1, err: expect.stringContaining('has halfday.db') });

    loseDatabase(shop);
    expect(await restore(shop, '--at-start')).toMatchObject({
      code: 0,
      out: expect.stringContaining(`head ${position}:${hash}\nThe last one is of `),
    });
    expect(logRows(shop.folder)).toEqual(rows);
    expect(await restore(shop, '--at-start')).toEqual({ code: 0, out: '', err: '' });

    const again = await startReplicated(shop);
    expect((await new HttpCustomer(again.origin).hold(10)).status).toBe(409);
    expect(booking).not.toBe('');
    expect(await again.stop()).toBe(0);
  },
);

test('without a backup or without Litestream, a restore says so and makes no database', async () => {
  const shop = folderShop();
  expect(await restore(shop)).toMatchObject({ code: 1, err: expect.stringContaining('There is no backup') });
  const backup = join(shop.folder, 'objects/backup/generations/a');
  mkdirSync(backup, { recursive: true });
  writeFileSync(join(backup, 'snapshot'), '');
  const without = { ...shop, env: { ...shop.env, PATH: dirname(process.execPath) } };
  expect(await restore(without)).toMatchObject({
    code: 1,
    err: expect.stringContaining('Litestream is not installed'),
  });
  expect(readdirSync(shop.folder)).toEqual(['cookie-secret', 'objects']);
});

describe.runIf(hasLitestream && MISSING.length === 0)('with a real S3 server', () => {
  const s3 = realS3();
  const losses: number[] = [];
  afterAll(() =>
    process.stdout.write(`Lost with the disk: ${losses.map((each) => `${each.toFixed(2)} s`).join(', ')}\n`),
  );

  test('a server that is killed and loses its disk continues from the bucket', async () => {
    const { endpoint, region, accessKeyId, secretAccessKey, bucket } = s3.settings();
    const shop = shopOf(tempFolder(), {
      LITESTREAM_CONFIG: join(ROOT, 'litestream.yml'),
      S3_ENDPOINT: endpoint ?? '',
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      S3_BUCKET: bucket,
      S3_FORCE_PATH_STYLE: 'true',
      BOOKING_WINDOW_DAYS: '73000',
      RATE_LIMIT: '0',
    });
    const server = await startReplicated(shop);
    const visitors = new Visitors();
    let timer: NodeJS.Timeout | null = null;
    await visitors.crowd(server.origin, 4, () => {
      // While visitors write, Litestream copies about every second: the kill comes after several copies.
      timer ??= setTimeout(() => kill(server), 6000);
    });
    const rows = logRows(shop.folder);

    loseDatabase(shop);
    const restored = await restore(shop, '--at-start');
    expect([restored.code, restored.err]).toEqual([0, '']);
    const kept = logRows(shop.folder);
    expect(kept.length).toBeGreaterThan(10);
    expect(kept).toEqual(rows.slice(0, kept.length));
    losses.push((rows.at(-1)!.at - kept.at(-1)!.at) / 1000);

    const again = await startReplicated(shop);
    await new HttpCustomer(again.origin).book(1);
    expect(await again.stop()).toBe(0);
    loseDatabase(shop);
    expect((await restore(shop)).code).toBe(0);
    expect(logRows(shop.folder).slice(0, kept.length)).toEqual(kept);
  });
});

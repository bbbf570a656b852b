/** The built server archives to the folder in place of a bucket, and is killed meanwhile; then all but that folder is lost. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type CivilDate, addDays } from '#shared/civil-date.ts';
import { PATIENCE_MS } from '#tests/patience.ts';
import { IS_THOROUGH } from '#tests/thorough.ts';
import { logRows } from '../db/rows.ts';
import { Visitors } from './crash/visitors.ts';
import { EVENTS_COMMAND, startServer } from './server.ts';

const KILLS = IS_THOROUGH ? 40 : 4;
const CROWD = 12;
const COMMAND = join(import.meta.dirname, '../../dist/server/events.js');

async function folderOf(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `halfday-${name}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function run(folder: string, ...words: string[]): Promise<{ code: number; out: string }> {
  const child = spawn(process.execPath, [COMMAND, ...words], {
    env: { DATA_FOLDER: folder, PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const out = await text(child.stdout);
  const [code] = (await ended) as [number];
  return { code, out };
}

const start = (folder: string) =>
  startServer({ DATA_FOLDER: folder, BOOKING_WINDOW_DAYS: '73000', LOG_LEVEL: 'warn', RATE_LIMIT: '0' });

test(`a server that is killed ${KILLS} times while it archives loses and doubles nothing in the archive`, async () => {
  const folder = await folderOf('killed');
  const visitors = new Visitors(addDays(new Date().toISOString().slice(0, 10) as CivilDate, 3));
  for (let kills = 0; kills < KILLS; kills++) {
    const server = await start(folder);
    const gone = once(server.process, 'exit');
    let timer: NodeJS.Timeout | null = null;
    await visitors.crowd(server.origin, CROWD, () => {
      timer ??= setTimeout(() => server.process.kill('SIGKILL'), 100 + Math.random() * 500);
    });
    await gone;
  }
  const server = await start(folder);
  const isLevel = async () => {
    const { archive } = JSON.parse((await run(folder, 'status', '--json')).out) as {
      archive: { notArchived: number } | null;
    };
    expect(archive?.notArchived).toBe(0);
  };
  await vi.waitFor(isLevel, { timeout: PATIENCE_MS, interval: 100 });
  await server.stop();
  expect(await run(folder, 'archive')).toMatchObject({ code: 0 });

  const empty = await folderOf('restored');
  for (const name of ['objects', 'cookie-secret']) cpSync(join(folder, name), join(empty, name), { recursive: true });
  const failed = await start(empty).catch((error: Error) => error.message);
  expect(failed).toContain(`Run \`${EVENTS_COMMAND} restore\` to get it back`);
  expect(readdirSync(empty)).not.toContain('halfday.db');
  expect(await run(empty, 'restore')).toMatchObject({ code: 0 });
  const rows = logRows(folder);
  expect(rows.length).toBeGreaterThan(20);
  expect(logRows(empty)).toEqual(rows);
  expect(await run(empty, 'verify', '--archive')).toMatchObject({ code: 0 });
  const again = await start(empty);
  expect(await again.stop()).toBe(0);
});

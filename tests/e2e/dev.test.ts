import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PATIENCE_MS } from '#tests/patience.ts';
import { freePort } from './server.ts';

const ROOT = join(import.meta.dirname, '../..');

test('the development server uses the port of .env, prints the banner, and keeps its data private', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'halfday-dev-'));
  const data = join(folder, 'data');
  const port = await freePort();
  writeFileSync(join(folder, '.env'), `PORT=${port}\nDATA_FOLDER=${data}\n`);
  const child = spawn(process.execPath, [join(ROOT, 'node_modules/vite/bin/vite.js'), ROOT], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const banner = `Halfday Handyman is open at http://localhost:${port}\n`;
  await expect.poll(() => printed, { timeout: PATIENCE_MS }).toContain(banner);
  expect(printed).toContain(`mail      stays here: http://localhost:${port}/dev/mailbox`);
  const robots = await fetch(`http://localhost:${port}/robots.txt`);
  expect(await robots.text()).toContain(`Sitemap: http://localhost:${port}/`);
  const databases = readdirSync(data).filter((name) => name.endsWith('.db'));
  expect(databases).toContain('halfday.db');
  expect(databases.filter((name) => (lstatSync(join(data, name)).mode & 0o077) !== 0)).toEqual([]);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { tempFolder } from '../../temp-folder.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** What stands before the build in `npm start`, run as npm does. */
async function check(environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['server/build/check-start.ts'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], DATA_FOLDER: tempFolder(), PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { code: child.exitCode, out, err };
}

test('a port in use ends npm start before it builds', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as { port: number };
  expect(await check({ PORT: String(port) })).toEqual({
    code: 1,
    out: '',
    err: `Port ${port} is taken. Set PORT to another one.\n`,
  });
});

test('wrong settings end npm start before it builds', async () => {
  const { code, err } = await check({ S3_BUCKET: 'photos', SHOW_PHONE: 'maybe' });
  expect([code, err]).toEqual([1, expect.stringContaining('- S3_ACCESS_KEY_ID must be set with S3_BUCKET\n')]);
});

test.each([
  ['20.20.2', 'npm runs on Node 20, which is not supported. Install Node 22 or newer.\n'],
  ['22.23.3', ''],
  ['26.10.0', ''],
])('npm on Node %s is said to be too old in one line at most', async (version, err) => {
  const agent = { npm_config_user_agent: `npm/11.19.1 node/v${version} linux x64 workspaces/false` };
  expect(await check({ ...agent, npm_package_engines_node: '>=22' })).toEqual({ code: 0, out: '', err });
});

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { runSeed } from '#server/cli/seed-command.ts';
import { instantOf } from '#events/business-time.ts';
import { tempFolder } from '../../temp-folder.ts';
import { printed } from './command.ts';

const NOW = instantOf('2027-03-09', 14, 'America/Los_Angeles');
const FEW = ['--bookings', '30', '--users', '5'];

/** Runs the command in this process with these variables. */
async function seed(args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  try {
    return await printed(() => runSeed(args, NOW));
  } finally {
    vi.unstubAllEnvs();
  }
}

test('seed makes a shop, and says how to start the server on it and who the owner is', async () => {
  const folder = join(tempFolder(), 'shop');
  const { code, out } = await seed(['--data', folder, ...FEW]);
  expect(code).toBe(0);
  expect(out).toContain('30 bookings and 5 users since 2027-02-10: ');
  expect(out).toContain(`DATA_FOLDER='${folder}' npm start`);
  expect(out).toContain('owner@example.com, password: a blue ladder by the lemon tree');
});

test('seed refuses a folder whose log has events', async () => {
  const folder = tempFolder();
  await seed(['--data', folder, ...FEW]);
  const { code, err } = await seed(['--data', folder, ...FEW]);
  expect(code).toBe(1);
  expect(err).toMatch(/has a log of \d+ events\. Name a new folder with --data\./);
});

test('seed refuses to run in production', async () => {
  const folder = join(tempFolder(), 'shop');
  const { code, err } = await seed(['--data', folder], { NODE_ENV: 'production' });
  expect({ code, err }).toEqual({
    code: 1,
    err: 'NODE_ENV is production. Seed a shop outside of production only.\n',
  });
  expect(existsSync(folder)).toBe(false);
});

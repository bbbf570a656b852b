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
    err: 'NODE_ENV is production: made-up customers do not belong there.\n',
  });
  expect(existsSync(folder)).toBe(false);
});

test('seed refuses a real payment provider', async () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_0123456789', STRIPE_WEBHOOK_SECRET: 'whsec_0123456789' };
  const { code, err } = await seed(['--data', join(tempFolder(), 'shop'), ...FEW], keys);
  expect({ code, err }).toEqual({
    code: 1,
    err: 'Unset STRIPE_SECRET_KEY: the customers of a made-up shop pay in the sandbox.\n',
  });
});

test.each([
  [['--bookings', 'many'], '--bookings many: use a whole number from 0 to 100000.'],
  [['--bookings', '200000'], '--bookings 200000: use a whole number from 0 to 100000.'],
  [['--users', '0'], '--users 0: use a whole number from 1 to 1000000.'],
  [['--seed', '-1'], "Option '--seed' argument is ambiguous."],
  [['--seed=-1'], '--seed -1: use a whole number from 0 to 4294967295.'],
  [['--customers', '3'], "Unknown option '--customers'"],
])('%j is refused with the name of the option and the usage', async (args, words) => {
  const { code, out, err } = await seed(args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err.slice(0, words.length)).toBe(words);
  expect(err).toContain('Usage: npm run seed -- [options]');
});

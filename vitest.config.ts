import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { createRouterPluginContext } from '@tanstack/router-plugin/context';
import { type TestProjectConfiguration, defineConfig } from 'vitest/config';
import { routerManifest } from './server/build/router-manifest.ts';
import './server/build/routes.ts';
import { PATIENCE_MS } from './tests/patience.ts';
import { testFolder } from './tests/test-folder.ts';

const env = { TMPDIR: testFolder() };

const filesWith = (words: RegExp): string[] =>
  globSync('tests/**/*.test.{ts,tsx}').filter((file) => words.test(readFileSync(file, 'utf8')));

/** Files that replace a module, which another file must not have loaded before. */
const replacing = filesWith(/\bvi\.(?:do)?mock\(/i);

/** Files that intercept the network, which changes the whole process while they run. `npm run check` leaves them to `npm test`. */
const intercepting = filesWith(/\bsetupServer\b|\buseNetwork\b|\bresendApi\b|\bsvixApi\b/i).filter(
  (file) => !replacing.includes(file),
);

/** Tests without a browser. Files of one worker share the modules that they import, unless each has its own. */
function unit(
  name: string,
  files: { include: string[]; exclude: string[]; isolate: boolean; globalSetup?: string; setupFiles?: string[] },
): TestProjectConfiguration {
  return {
    plugins: [routerManifest(createRouterPluginContext())],
    test: {
      name,
      environment: 'node',
      env,
      setupFiles: 'tests/restore-globals.ts',
      ...files,
      // What a test leaves replaced would stay so for the tests after it.
      restoreMocks: true,
      unstubGlobals: true,
      unstubEnvs: true,
      // Tests take milliseconds, a few of them ten seconds; a busy machine must not fail them.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: PATIENCE_MS } },
    },
  };
}

/**
 * Tests without a browser that take seconds, because they start processes, fill large logs or wait for real time. `npm run check` leaves
 * them to `npm test`.
 */
const SLOW = [
  'tests/db/**/*.test.ts',
  'tests/events/model.test.ts',
  'tests/server/{build,cli,seed}/**/*.test.ts',
  'tests/server/bookings/photos/*.test.ts',
  'tests/server/owner/stale-pages/*.test.ts',
  'tests/server/outside/storage/s3-faults.test.ts',
];

/** Tests of PostgreSQL's engine, and of commands that need it. */
const POSTGRES = ['tests/db/engine/postgres/*.test.ts', 'tests/server/cli/postgres/*.test.ts'];

/** Tests of the product that `npm run test:postgres` runs on PostgreSQL, too. */
const ON_BOTH = [
  'tests/db/jobs.test.ts',
  'tests/db/queries/**/*.test.ts',
  'tests/server/{accounts,bookings,operations,owner}/**/*.test.ts',
  'tests/server/cli/*.test.ts',
  'tests/server/process/jobs/*.test.ts',
];

/** Of these, what looks into SQLite's files. */
const ON_SQLITE = [
  'tests/server/cli/{data-folder,seed,verify}.test.ts',
  'tests/server/operations/backup/must-restore.test.ts',
];

function onPostgres(mode: string): TestProjectConfiguration {
  const include = mode === 'postgres' ? ON_BOTH : POSTGRES;
  const exclude = [...ON_SQLITE, ...replacing, ...intercepting];
  const setupFiles = ['tests/restore-globals.ts', 'tests/db/postgres-each.ts'];
  return unit('postgres', { include, exclude, isolate: false, globalSetup: 'tests/db/postgres-server.ts', setupFiles });
}

/**
 * Tests in browsers and of the built product that `.ci/run` runs beside `npm test`: other and older browsers, a full Chromium with a
 * bfcache, several machines on PostgreSQL, the executable, proxies, failing starts, a rotated secret, and faults that take minutes.
 */
const BESIDE = [
  'tests/e2e/engines/{firefox,webkit}.test.ts',
  'tests/e2e/threats/{caddy,nginx}.test.ts',
  'tests/e2e/{dev,executable,failing-starts,file-permissions,minimal-debian}.test.ts',
  'tests/e2e/{lost-machines,replacing-machines,several-machines}.test.ts',
  'tests/e2e/{back,backup,older-browsers,power-cut,proxy,rotated-secret,slow-clients}.test.ts',
  'tests/server/outside/storage/real-s3.test.ts',
];

/** Only `npm run test:faults` runs these. The other files that it names also run in other projects, for a shorter time. */
const FAULTS = ['tests/e2e/{crash,refused-writes}.test.ts'];

/** Because each waits now and then. With a number of its own, a project needs a turn of its own. */
const ONE_MORE_WORKER = { maxWorkers: availableParallelism() + 1, sequence: { groupOrder: 1 } };

function inBrowsers(
  name: string,
  include: string[],
  exclude: string[],
  workers: Partial<typeof ONE_MORE_WORKER> = {},
): TestProjectConfiguration {
  return {
    test: {
      name,
      include,
      exclude,
      environment: 'node',
      env,
      isolate: false,
      ...workers,
      globalSetup: 'tests/e2e/shared-chromium.ts',
      // Each step has a limit of its own, which says what it waited for: this one is only for what hangs without words.
      testTimeout: 10 * PATIENCE_MS,
      hookTimeout: 10 * PATIENCE_MS,
      expect: { poll: { timeout: PATIENCE_MS } },
    },
  };
}

export default defineConfig(({ mode }) => ({
  test: {
    // By default one processor is left idle; of two that is half of them.
    maxWorkers: '100%',
    projects: [
      unit('unit', {
        include: ['tests/**/*.test.{ts,tsx}'],
        exclude: ['tests/e2e/**', ...replacing, ...intercepting, ...POSTGRES, ...SLOW, ...BESIDE],
        isolate: false,
      }),
      unit('slow', { include: SLOW, exclude: [...replacing, ...intercepting, ...POSTGRES], isolate: false }),
      onPostgres(mode),
      unit('network', { include: intercepting, exclude: [], isolate: false }),
      unit('unit-replacing', { include: replacing, exclude: [], isolate: true }),
      inBrowsers('e2e', ['tests/e2e/**/*.test.ts'], [...BESIDE, ...FAULTS], ONE_MORE_WORKER),
      inBrowsers('beside', BESIDE, []),
      inBrowsers('faults', FAULTS, []),
    ],
  },
}));

import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { createRouterPluginContext } from '@tanstack/router-plugin/context';
import { type UserWorkspaceConfig, defineConfig } from 'vitest/config';
import { routerManifest } from './server/build/router-manifest.ts';
import './server/build/routes.ts';
import { PATIENCE_MS } from './tests/patience.ts';
import { testFolder } from './tests/test-folder.ts';

const env = { TMPDIR: testFolder() };

const filesWith = (words: RegExp): string[] =>
  globSync('tests/**/*.test.{ts,tsx}').filter((file) => words.test(readFileSync(file, 'utf8')));

/** Files that replace a module, which another file must not have loaded before. */
const replacing = filesWith(/\bvi\.(?:do)?mock\(/i);

/** Files that intercept the network, which changes the whole process while they run. `npm run check` leaves them out. */
const intercepting = filesWith(/\bsetupServer\b|\buseNetwork\b|\bresendApi\b|\bsvixApi\b/i);

/** Tests without a browser. Files of one worker share the modules that they import, unless each has its own. */
function unit(name: string, options: UserWorkspaceConfig['test']): UserWorkspaceConfig {
  return {
    plugins: [routerManifest(createRouterPluginContext())],
    test: {
      name,
      environment: 'node',
      env,
      isolate: false,
      setupFiles: 'tests/restore-globals.ts',
      ...options,
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

/** Tests without a browser that take seconds: they start processes, fill large logs, or wait. `npm run check` leaves them out. */
const SLOW = [
  'tests/db/**/*.test.ts',
  'tests/events/model.test.ts',
  'tests/server/{build,cli,seed}/**/*.test.ts',
  'tests/server/bookings/photos/*.test.ts',
  'tests/server/owner/stale-pages/*.test.ts',
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

function onPostgres(mode: string): UserWorkspaceConfig {
  const include = mode === 'postgres' ? ON_BOTH : POSTGRES;
  const exclude = [...ON_SQLITE, ...replacing, ...intercepting];
  const setupFiles = ['tests/restore-globals.ts', 'tests/db/postgres-each.ts'];
  return unit('postgres', { include, exclude, globalSetup: 'tests/db/postgres-server.ts', setupFiles });
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

function inBrowsers(name: string, options: UserWorkspaceConfig['test']): UserWorkspaceConfig {
  return {
    test: {
      name,
      environment: 'node',
      env,
      isolate: false,
      ...options,
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
      }),
      unit('slow', { include: SLOW, exclude: [...replacing, ...intercepting, ...POSTGRES] }),
      onPostgres(mode),
      unit('network', { include: intercepting }),
      unit('unit-replacing', { include: replacing, isolate: true }),
      inBrowsers('e2e', {
        include: ['tests/e2e/**/*.test.ts'],
        exclude: [...BESIDE, ...FAULTS],
        // A worker waits now and then. Projects with different numbers of workers can't run at once.
        maxWorkers: availableParallelism() + 1,
        sequence: { groupOrder: 1 },
      }),
      inBrowsers('beside', { include: BESIDE }),
      inBrowsers('faults', { include: FAULTS }),
    ],
  },
}));

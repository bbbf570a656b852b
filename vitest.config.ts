import { globSync, readFileSync } from 'node:fs';
import { createRouterPluginContext } from '@tanstack/router-plugin/context';
import { type TestProjectConfiguration, defineConfig } from 'vitest/config';
import { routerManifest } from './server/build/router-manifest.ts';
import { PATIENCE_MS } from './tests/patience.ts';
import { testFolder } from './tests/test-folder.ts';

const env = { TMPDIR: testFolder() };

const filesWith = (words: RegExp): string[] =>
  globSync('tests/**/*.test.{ts,tsx}').filter((file) => words.test(readFileSync(file, 'utf8')));

/** Files that replace a module, which another file must not have loaded before. */
const replacing = filesWith(/\bvi\.(?:do)?mock\(/i);

/** Files that intercept the network, which changes the whole process while they run. */
const intercepting = filesWith(/\bsetupServer\b|\buseNetwork\b|\bresendApi\b|\bsvixApi\b/i).filter(
  (file) => !replacing.includes(file),
);

/** Tests without a browser. Files of one worker share the modules that they import, unless each has its own. */
function unit(
  name: string,
  files: { include: string[]; exclude: string[]; isolate: boolean },
): TestProjectConfiguration {
  return {
    plugins: [routerManifest(createRouterPluginContext())],
    test: {
      name,
      ...files,
      environment: 'node',
      env,
      setupFiles: 'tests/restore-globals.ts',
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

export default defineConfig({
  test: {
    // By default one processor is left idle; of two that is half of them.
    maxWorkers: '100%',
    projects: [
      unit('unit', {
        include: ['tests/**/*.test.{ts,tsx}'],
        exclude: ['tests/e2e/**', ...replacing, ...intercepting],
        isolate: false,
      }),
      unit('unit-network', { include: intercepting, exclude: [], isolate: false }),
      unit('unit-replacing', { include: replacing, exclude: [], isolate: true }),
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          environment: 'node',
          env,
          isolate: false,
          globalSetup: 'tests/e2e/shared-chromium.ts',
          // Each step has a limit of its own, which says what it waited for: this one is only for what hangs without words.
          testTimeout: 10 * PATIENCE_MS,
          hookTimeout: 10 * PATIENCE_MS,
          expect: { poll: { timeout: PATIENCE_MS } },
        },
      },
    ],
  },
});

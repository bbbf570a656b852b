import { createRouterPluginContext } from '@tanstack/router-plugin/context';
import { defineConfig } from 'vitest/config';
import { routerManifest } from './server/build/router-manifest.ts';
import { PATIENCE_MS } from './tests/patience.ts';

export default defineConfig({
  test: {
    // By default one processor is left idle; of two that is half of them.
    maxWorkers: '100%',
    projects: [
      {
        plugins: [
          routerManifest({
            entry: 'client/entry.tsx',
            styles: 'client/styles/site.css',
            context: createRouterPluginContext(),
          }),
        ],
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/e2e/**'],
          environment: 'node',
          // Tests take milliseconds, a few of them ten seconds; a busy machine must not fail them.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: PATIENCE_MS } },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          environment: 'node',
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

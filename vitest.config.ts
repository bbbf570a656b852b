import { createRouterPluginContext } from '@tanstack/router-plugin/context';
import { defineConfig } from 'vitest/config';
import { routerManifest } from './server/build/router-manifest.ts';

export default defineConfig({
  test: {
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
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          environment: 'node',
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // As patient as the visitors of `tests/e2e/browser.ts`: a page may take its time to show what was asked of it.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});

import { execFileSync } from 'node:child_process';
import tailwindcss from '@tailwindcss/vite';
import { createRouterPluginContext } from '@tanstack/router-plugin/context';
import { tanStackRouterCodeSplitter, tanstackRouterGenerator } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { PROJECTIONS_BUILD } from './db/projections/projections-build.ts';
import { buildFacts } from './server/build/build-facts.ts';
import { chunks, documents } from './server/build/chunks.ts';
import { devServer } from './server/build/dev-server.ts';
import { drawPictures } from './server/build/pictures.ts';
import { precompress } from './server/build/precompress.ts';
import { DOCUMENT_STYLES, SCRIPTS, routerManifest } from './server/build/router-manifest.ts';
import { secretsStay } from './server/build/secrets-stay.ts';
import { importBoundaries } from './server/build/import-boundaries.ts';
import { readEnvironment, readSettings } from './server/process/read-settings.ts';

/** Only the pages are loaded when a visitor opens them: an error screen must be there when nothing can be loaded any more. */
const codeSplittingOptions = { defaultBehavior: [['component' as const]] };

/** The build is fast enough without advice about its slowest plugin. */
const checks = { bundlerTimings: false };

export default defineConfig(({ command }) => {
  const context = createRouterPluginContext();
  const { host, port } = readSettings(readEnvironment()).settings;
  return {
    appType: 'custom',
    publicDir: 'client/public',
    clearScreen: false,
    server: { host, port, strictPort: true },
    plugins: [
      importBoundaries(),
      secretsStay(),
      documents(),
      tanstackRouterGenerator({}, context),
      tanStackRouterCodeSplitter({ codeSplittingOptions, plugin: { vite: { environmentName: 'client' } } }, context),
      react(),
      tailwindcss(),
      routerManifest(context),
      drawPictures(),
      precompress(),
      devServer('/server/dev-entry.ts'),
    ],
    builder: {
      async buildApp(builder) {
        for (const environment of Object.values(builder.environments)) await builder.build(environment);
        execFileSync(process.execPath, ['server/executable/code-cache.ts'], { stdio: ['ignore', 'ignore', 'inherit'] });
      },
    },
    environments: {
      client: {
        build: {
          outDir: 'dist/client',
          manifest: true,
          sourcemap: false,
          rolldownOptions: {
            input: [...Object.values(SCRIPTS), DOCUMENT_STYLES],
            // A script calls another by what it exports.
            preserveEntrySignatures: 'exports-only',
            output: { codeSplitting: { groups: chunks(import.meta.dirname) } },
            checks,
          },
        },
      },
      ssr: {
        resolve: { noExternal: command === 'build' ? true : [], external: ['better-sqlite3', 'sharp'] },
        define: {
          __BUILD__: JSON.stringify(buildFacts(import.meta.dirname, process.env)),
          // Of the libraries, only the production code is built. The product reads its own environment at run time.
          ...(command === 'build' && {
            'process.env.NODE_ENV': '"production"',
            __PROJECTIONS_BUILD__: JSON.stringify(PROJECTIONS_BUILD),
          }),
        },
        build: {
          outDir: 'dist/server',
          copyPublicDir: false,
          sourcemap: true,
          minify: false,
          target: 'node26',
          rolldownOptions: {
            input: { server: 'server/main.ts' },
            // The code cache holds what ran, so nothing else is compiled ahead: a third less to load.
            optimization: { pifeForModuleWrappers: false },
            output: {
              // One function, which `server/executable/boot.ts` calls: it is compiled once, by the build, and what `import()` names runs on first use.
              format: 'cjs',
              codeSplitting: false,
              dynamicImportInCjs: false,
              entryFileNames: '[name].cjs',
              postBanner: "(function (require, module, exports, __filename, __dirname) { 'use strict';",
              postFooter: '})',
            },
            checks,
          },
        },
      },
      boot: {
        consumer: 'server',
        resolve: { noExternal: true },
        build: {
          outDir: 'dist/server',
          emptyOutDir: false,
          copyPublicDir: false,
          target: 'node26',
          rolldownOptions: { input: { main: 'server/executable/boot.ts' }, output: { entryFileNames: '[name].js' } },
        },
      },
    },
  };
});

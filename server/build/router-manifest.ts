import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { ServerManifest, ServerManifestRoute } from '@tanstack/router-core';
import type { RouterPluginContext } from '@tanstack/router-plugin/vite';
import type { Manifest as ViteManifest, Plugin } from 'vite';

const ID = 'virtual:router-manifest';

interface Options {
  /** The browser's entry, the script that measures, and the style sheet, relative to the project's root. */
  readonly entry: string;
  /** Another script of every page, which loads nothing of the first. */
  readonly measuring: string;
  readonly styles: string;
  /** Where the router's generator records the file of each route. */
  readonly context: RouterPluginContext;
}

/**
 * Provides the module `virtual:router-manifest`, which tells the server the files that each route needs: from Vite's manifest in
 * a build, the sources themselves in development.
 */
export function routerManifest(options: Options): Plugin {
  let root = '';
  let building = false;
  return {
    name: 'router-manifest',
    configResolved(config) {
      root = config.root;
      building = config.command === 'build';
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    async load(id) {
      if (id !== `\0${ID}`) return null;
      return `export default ${JSON.stringify(building ? await built(root, options) : development(options))}`;
    },
  };
}

function development({ entry, measuring, styles }: Options): ServerManifest {
  return {
    routes: {
      __root__: {
        css: [`/${styles}`],
        scripts: ['@vite/client', measuring, entry].map(module),
      },
    },
  };
}

function module(file: string) {
  return { attrs: { type: 'module', src: `/${file}` } };
}

async function built(root: string, { entry, measuring, context }: Options): Promise<ServerManifest> {
  const manifest = JSON.parse(await readFile(join(root, 'dist/client/.vite/manifest.json'), 'utf8')) as ViteManifest;
  const entryChunk = manifest[entry];
  const measuringChunk = manifest[measuring];
  if (!entryChunk || !measuringChunk) throw new Error(`the client build has no ${entry} or no ${measuring}`);
  const entryFiles = filesOf(manifest, [entry]);
  const routes: Record<string, ServerManifestRoute> = {
    __root__: {
      css: [...entryFiles.css],
      preloads: [...entryFiles.scripts],
      scripts: [module(measuringChunk.file), module(entryChunk.file)],
    },
  };
  for (const [file, { routeId }] of context.routesByFile) {
    const source = relative(root, file).replaceAll('\\', '/');
    const { css, scripts } = filesOf(
      manifest,
      Object.keys(manifest).filter((key) => key.startsWith(`${source}?tsr-split=component`)),
    );
    const more = { css: [...css.difference(entryFiles.css)], preloads: [...scripts.difference(entryFiles.scripts)] };
    if (routeId !== '__root__' && (more.css.length > 0 || more.preloads.length > 0)) routes[routeId] = more;
  }
  return { routes };
}

/** The files that the chunks need before they run: their own, and those of their static imports. */
function filesOf(manifest: ViteManifest, keys: readonly string[]) {
  const seen = new Set<string>();
  const css = new Set<string>();
  const scripts = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    scripts.add(`/${chunk.file}`);
    for (const file of chunk.css ?? []) css.add(`/${file}`);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const key of keys) visit(key);
  return { css, scripts };
}

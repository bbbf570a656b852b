import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { ServerManifestRoute } from '@tanstack/router-core';
import type { RouterPluginContext } from '@tanstack/router-plugin/vite';
import type { Manifest as ViteManifest, Plugin } from 'vite';

const ID = 'virtual:router-manifest';

/** Relative to the project's root. */
export const SCRIPTS = {
  start: 'client/start/entry.ts',
  app: 'client/entry.tsx',
  measuring: 'client/measuring/entry.ts',
  vitals: 'client/measuring/vitals.ts',
} as const;

const STYLES = 'client/styles/site.css';

/** In the HTML of each document. */
export const DOCUMENT_STYLES = 'client/styles/documents.css';

/** `virtual:router-manifest`: each route's files. `context`: the generated routes by file. */
export function routerManifest(context: RouterPluginContext): Plugin {
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
      const exported = Object.entries(building ? await built(root, context) : development());
      return exported.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
    },
  };
}

function addresses(fileOf: (script: string) => string) {
  const { app: _app, ...others } = SCRIPTS;
  return Object.fromEntries(Object.entries(others).map(([name, script]) => [name, fileOf(script)]));
}

function development() {
  const client = { attrs: { type: 'module', src: '/@vite/client' } };
  return {
    scripts: { ...addresses((script) => `/${script}`), files: `/${SCRIPTS.app}` },
    manifest: { routes: { __root__: { css: [`/${STYLES}`], scripts: [client] } } },
    documentStyles: {},
  };
}

async function built(root: string, context: RouterPluginContext) {
  const manifest = JSON.parse(await readFile(join(root, 'dist/client/.vite/manifest.json'), 'utf8')) as ViteManifest;
  const fileOf = (source: string): string => {
    const chunk = manifest[source];
    if (!chunk) throw new Error(`the client build has no ${source}`);
    return `/${chunk.file}`;
  };
  const app = filesOf(manifest, [SCRIPTS.app]);
  const files = [...app.scripts.difference(filesOf(manifest, [SCRIPTS.start]).scripts)].join(' ');
  const routes: Record<string, ServerManifestRoute> = {
    __root__: { css: [...app.css], preloads: [...app.scripts] },
  };
  for (const [file, { routeId }] of context.routesByFile) {
    const source = relative(root, file).replaceAll('\\', '/');
    const { css, scripts } = filesOf(
      manifest,
      Object.keys(manifest).filter((key) => key.startsWith(`${source}?tsr-split=component`)),
    );
    const more = { css: [...css.difference(app.css)], preloads: [...scripts.difference(app.scripts)] };
    if (routeId !== '__root__' && (more.css.length > 0 || more.preloads.length > 0)) routes[routeId] = more;
  }
  const styles = fileOf(DOCUMENT_STYLES);
  const documentStyles = { [styles]: await readFile(join(root, 'dist/client', styles), 'utf8') };
  return { scripts: { ...addresses(fileOf), files }, manifest: { routes }, documentStyles };
}

/** In the order in which they run: each after its static imports. */
function filesOf(manifest: ViteManifest, keys: readonly string[]) {
  const seen = new Set<string>();
  const css = new Set<string>();
  const scripts = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const imported of chunk.imports ?? []) visit(imported);
    scripts.add(`/${chunk.file}`);
    for (const file of chunk.css ?? []) css.add(`/${file}`);
  };
  for (const key of keys) visit(key);
  return { css, scripts };
}

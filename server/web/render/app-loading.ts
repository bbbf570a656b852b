import { documentStyles, manifest, scripts } from 'virtual:router-manifest';
import type { ServerManifest, ServerManifestRoute } from '@tanstack/router-core';
import { INDEXED_PATHS } from '#shared/business/public-pages.ts';
import { rpcPath } from '#shared/calls/rpc.ts';

/** `intent`: at the first sign of it. `never`: a document only prefetches the app's files. */
type LoadTime = 'now' | 'intent' | 'never';

/** Only for cached documents. The booking page isn't prefetched, because its times may be taken meanwhile. */
const SPECULATION_RULES = JSON.stringify({
  prefetch: [{ where: { href_matches: INDEXED_PATHS.filter((path) => path !== '/book') }, eagerness: 'moderate' }],
});

type ManifestScript = NonNullable<ServerManifestRoute['scripts']>[number];

const MANIFESTS = { now: manifestOf('now'), intent: manifestOf('intent'), never: manifestOf('never') };
const CACHED_DOCUMENT = manifestOf('never', [{ attrs: { type: 'speculationrules' }, children: SPECULATION_RULES }]);

function manifestOf(when: LoadTime, more: readonly ManifestScript[] = []): ServerManifest {
  const { start, ...loaded } = scripts;
  const { __root__: root, ...others } = manifest.routes;
  const [sheet] = root?.css ?? [];
  const attributes = {
    ...loaded,
    when,
    session: rpcPath('session'),
    ...(when === 'never' && sheet !== undefined && { styles: sheet }),
  };
  const data = Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`data-${name}`, value]));
  const first =
    when === 'never'
      ? { attrs: data, children: loadAfterPaint(start) }
      : { attrs: { type: 'module', src: start, ...data } };
  const all = [...(root?.scripts ?? []), ...more, first];
  if (when === 'now') return { ...manifest, routes: { ...others, __root__: { ...root, scripts: all } } };
  const later = Object.entries(others).map(([id, { css }]) => [id, css ? { css } : {}]);
  const inlined = when === 'never' ? Object.keys(documentStyles) : [];
  const css = inlined.length > 0 ? inlined : root?.css;
  const routes = { ...Object.fromEntries(later), __root__: { css, scripts: all } };
  return { ...manifest, routes, inlineCss: { styles: documentStyles } };
}

/** Once the text is painted and the page loaded, or 3 s after one of them. Reloads a page that Back restores before that. */
function loadAfterPaint(script: string): string {
  const load = `const load=()=>import(${JSON.stringify(script)})`;
  const whenLoaded = `(document.readyState==='complete'?load():(addEventListener('load',load),setTimeout(load,3000)))`;
  const isPainted = `list=>list.getEntriesByName('first-contentful-paint')[0]&&${whenLoaded}`;
  const reload = `const{dataset}=document.currentScript;addEventListener('pageshow',({persisted})=>persisted&&!('started' in dataset)&&location.reload())`;
  return `{${load};${reload};new PerformanceObserver(${isPainted}).observe({type:'paint',buffered:true});addEventListener('load',()=>setTimeout(load,3000))}`;
}

export function manifestFor(path: string, isHydrated: boolean, isCached: boolean): ServerManifest {
  if (!isHydrated) return isCached ? CACHED_DOCUMENT : MANIFESTS.never;
  return /^\/(?:app|book)(?:\/|$)/.test(path) ? MANIFESTS.now : MANIFESTS.intent;
}

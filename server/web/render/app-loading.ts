import { manifest, scripts } from 'virtual:router-manifest';
import type { ServerManifest } from '@tanstack/router-core';
import { DOCUMENTS } from './public-pages.ts';

/**
 * When the first script loads the app (`client/start/load-app.ts`): a document at the visitor's first sign of intent, so that reading costs no
 * script; an account's pages at once; others, which are mostly forms, after their first paint.
 */
type When = 'now' | 'paint' | 'intent';

function whenOf(path: string): When {
  if (DOCUMENTS.has(path)) return 'intent';
  return /^\/app(?:\/|$)/.test(path) ? 'now' : 'paint';
}

/**
 * Browsers that have speculation rules fetch the document behind a link that is about to be followed. Not the booking page: its times may be
 * taken meanwhile.
 */
const RULES = JSON.stringify({
  prefetch: [{ where: { href_matches: [...DOCUMENTS] }, eagerness: 'moderate' }],
});

const MANIFESTS = { now: manifestOf('now'), paint: manifestOf('paint'), intent: manifestOf('intent') };

function manifestOf(when: When): ServerManifest {
  const { start, ...loaded } = scripts;
  const data = Object.fromEntries(Object.entries({ ...loaded, when }).map(([name, value]) => [`data-${name}`, value]));
  // A page for reading has all it needs without it: it is not to compete with styles and the font.
  const urgency = when === 'intent' ? { fetchPriority: 'low' } : {};
  const first = { attrs: { type: 'module', src: start, ...urgency, ...data } };
  const { __root__: root, ...others } = manifest.routes;
  const rules = { attrs: { type: 'speculationrules' }, children: RULES };
  const all = [...(root?.scripts ?? []), ...(when === 'intent' ? [rules] : []), first];
  if (when === 'now') return { ...manifest, routes: { ...others, __root__: { ...root, scripts: all } } };
  const later = Object.entries(others).map(([id, { css }]) => [id, css ? { css } : {}]);
  return { ...manifest, routes: { ...Object.fromEntries(later), __root__: { css: root?.css, scripts: all } } };
}

/** The files of each route, for a page of this address. */
export function manifestFor(path: string): ServerManifest {
  return MANIFESTS[whenOf(path)];
}

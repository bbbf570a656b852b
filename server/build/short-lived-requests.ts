import type { Plugin } from 'vite';

/** A place in a library where each request leaves something that the next major collection alone removes, with all that it refers to. */
interface Place {
  readonly file: RegExp;
  /** Texts of the library, and what takes their place. */
  readonly changes: readonly (readonly [text: string, instead: string])[];
}

/**
 * V8 makes the pair of functions of a getter among the old objects, and takes what an old `WeakMap` has as used until the next major
 * collection. Each of these kept a request's router, data and context, 10 to 40 kB, until then.
 */
const PLACES: readonly Place[] = [
  {
    // The router's manifest: a getter of a class instead of one for each request.
    file: /\/@tanstack\/router-core\/dist\/esm\/ssr\/ssr-server\.js$/,
    changes: [
      ['router.ssr = { get manifest() {', 'router.ssr = new OwnManifest(() => {'],
      ['\t} };\n\tlet dehydrationPhase', '\t});\n\tlet dehydrationPhase'],
      [
        'function attachRouterServerSsrUtils(',
        'class OwnManifest { #read; constructor(read) { this.#read = read; } get manifest() { return this.#read(); } }\nfunction attachRouterServerSsrUtils(',
      ],
    ],
  },
  {
    // Whether a query has looked at its signal matters when its last observer leaves, which only browsers see.
    file: /\/@tanstack\/query-core\/build\/modern\/query\.js$/,
    changes: [
      [
        'get: () => {\n\t\t\t\t\t\tthis.#abortSignalConsumed = true;\n\t\t\t\t\t\treturn abortController.signal;\n\t\t\t\t\t}',
        'value: abortController.signal',
      ],
    ],
  },
  {
    // Every request has a list of its own, so that the memo of resolved lists never helps.
    file: /\/seroval\/dist\/shared-[\w-]+\.js$/,
    changes: [['RESOLVED_PLUGINS.set(plugins, resolved);', '']],
  },
];

/** Changes these places in the built server. Fails the build when a library no longer has one: look then whether it is still needed. */
export function shortLivedRequests(): Plugin {
  const done = new Set<Place>();
  return {
    name: 'short-lived-requests',
    apply: 'build',
    applyToEnvironment: (target) => target.name === 'ssr',
    transform(code, id) {
      const place = PLACES.find(({ file }) => file.test(id));
      if (!place) return null;
      for (const [text] of place.changes) if (code.split(text).length !== 2) this.error(`${id} no longer has: ${text}`);
      done.add(place);
      return {
        code: place.changes.reduce((rest, [text, instead]) => rest.replace(text, () => instead), code),
        map: null,
      };
    },
    buildEnd(error) {
      const missing = PLACES.find((place) => !done.has(place));
      if (!error && missing) this.error(`no file of the server is ${missing.file}`);
    },
  };
}

import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['shared', 'events', 'db', 'server', 'client', 'tests'] as const;
type Folder = (typeof FOLDERS)[number];

/** An arrow means "may import". Tests may import everything, also the programs that the documents show. */
const MAY_IMPORT: Readonly<Record<Folder, readonly string[]>> = {
  shared: ['shared'],
  events: ['events', 'shared'],
  db: ['db', 'events', 'shared'],
  server: ['server', 'db', 'events', 'shared'],
  client: ['client', 'shared'],
  tests: [...FOLDERS, 'docs'],
};

/** The only file of the server that imports the client. */
const RENDERER = 'server/web/render/render-page.tsx';

/**
 * Folders inside `server/`: areas import infrastructure, and the files directly in `server/` may import everything. `seed` and `cli`
 * import the list of jobs, because they record events, too.
 */
const SERVER_INFRASTRUCTURE = ['process', 'web', 'outside'];
const SERVER_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  process: [],
  web: ['process'],
  outside: ['process'],
  operations: SERVER_INFRASTRUCTURE,
  bookings: SERVER_INFRASTRUCTURE,
  accounts: ['bookings', ...SERVER_INFRASTRUCTURE],
  visitors: SERVER_INFRASTRUCTURE,
  owner: ['accounts', 'bookings', 'visitors', ...SERVER_INFRASTRUCTURE],
  dev: SERVER_INFRASTRUCTURE,
  seed: ['jobs.ts', 'owner', 'accounts', 'bookings', ...SERVER_INFRASTRUCTURE],
  cli: ['jobs.ts', 'seed', 'accounts', 'operations', ...SERVER_INFRASTRUCTURE],
  build: SERVER_INFRASTRUCTURE,
  executable: [],
};

/** What of the server may know the engine of the database: the command line and `restore` work on its file. */
const KNOWS_ENGINE = /^server\/(?:cli\/|operations\/backup\/restore\.ts$)/;

/** Packages that a folder must not import. */
const NEVER: Readonly<Record<Folder, RegExp | null>> = {
  shared: /^(?:node:|react|hono|kysely|better-sqlite3|@tanstack)/,
  events: /^(?:node:|react|hono|kysely|better-sqlite3|@tanstack|zod)/,
  db: /^(?:react|hono|@hono|@tanstack)/,
  server: /^(?:kysely|better-sqlite3)/,
  client: /^(?:node:|hono|@hono|kysely|better-sqlite3)/,
  tests: null,
};

/** Folders inside `client/`: areas import infrastructure, and `routes/` all of them. */
const CLIENT_INFRASTRUCTURE = ['shell', 'components', 'wording'];
const CLIENT_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  measuring: [],
  start: ['shell', 'measuring'],
  wording: [],
  components: ['wording'],
  shell: ['components', 'wording'],
  marketing: CLIENT_INFRASTRUCTURE,
  booking: CLIENT_INFRASTRUCTURE,
  manage: ['booking', ...CLIENT_INFRASTRUCTURE],
  account: ['booking', ...CLIENT_INFRASTRUCTURE],
  owner: ['account', 'booking', ...CLIENT_INFRASTRUCTURE],
  dev: ['booking', ...CLIENT_INFRASTRUCTURE],
  routes: ['marketing', 'booking', 'manage', 'account', 'owner', ...CLIENT_INFRASTRUCTURE],
};

interface Source {
  readonly path: string;
  readonly folder: Folder;
  readonly text: string;
  readonly imports: readonly string[];
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'";]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

const sources: readonly Source[] = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.gen.ts'))
    .map((file) => {
      const path = join(folder, file);
      const text = readFileSync(join(ROOT, path), 'utf8');
      const imports = Array.from(text.matchAll(IMPORT), ([, from, dynamic]) => from ?? dynamic ?? '');
      return { path, folder, text, imports };
    }),
);

/** The file of ours that an import means; null for a package. */
function targetOf({ path }: Source, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? relative(ROOT, join(ROOT, dirname(path), specifier)) : null;
}

function offences(find: (source: Source) => readonly string[]): string[] {
  return sources.flatMap((source) => find(source).map((offence) => `${source.path}: ${offence}`));
}

/** The folder of a file inside `top`; null for a file right in it. */
function innerFolder(top: Folder, path: string): string | null {
  const [first, folder, ...rest] = path.split('/');
  return first === top && rest.length > 0 ? (folder ?? null) : null;
}

/** Imports between the folders of `top` that `allowed` does not name, and folders that it does not know. */
function withinFolders(top: Folder, allowed: Readonly<Record<string, readonly string[]>>): string[] {
  return offences((source) => {
    const folder = innerFolder(top, source.path);
    if (source.folder !== top || folder === null) return [];
    const may = allowed[folder];
    if (!may) return ['a folder that this test does not know'];
    return source.imports.filter((specifier) => {
      const target = targetOf(source, specifier);
      if (target?.split('/')[0] !== top) return false;
      const reached = innerFolder(top, target) ?? basename(target);
      return reached !== folder && !may.includes(reached);
    });
  });
}

test('the sources are found', () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(300);
});

describe('imports', () => {
  test('a folder imports only from the folders below it, and one file of the server imports the client', () => {
    const found = offences((source) =>
      source.imports.filter((specifier) => {
        const target = targetOf(source, specifier);
        if (target === null || source.path === RENDERER) return false;
        return !MAY_IMPORT[source.folder].includes(target.split('/')[0] ?? '');
      }),
    );
    expect(found).toEqual([]);
  });

  test('areas of the server import infrastructure, never the reverse', () => {
    expect(withinFolders('server', SERVER_FOLDERS)).toEqual([]);
  });

  test('areas of the client import infrastructure, and routes import areas', () => {
    expect(withinFolders('client', CLIENT_FOLDERS)).toEqual([]);
  });

  test('no folder uses a package that belongs to another', () => {
    const found = offences(({ folder, imports }) =>
      imports.filter(
        (specifier) => targetOf({ path: '' } as Source, specifier) === null && NEVER[folder]?.test(specifier),
      ),
    );
    expect(found).toEqual([]);
  });

  test('events know neither the time nor chance: both come in as arguments', () => {
    const found = offences(({ folder, text }) =>
      folder === 'events'
        ? (text.match(/\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\b|\bMath\.random\b|\brandomUUID|\bfetch\(/g) ?? [])
        : [],
    );
    expect(found).toEqual([]);
  });

  test('events keep nothing between calls: no variable of a module changes', () => {
    const found = offences(({ folder, text }) =>
      folder === 'events'
        ? (text.match(/^(?:export )?(?:let|var) .*|^(?:export )?const .*= new (?:Weak)?(?:Map|Set)\b.*/gm) ?? [])
        : [],
    );
    expect(found).toEqual([]);
  });

  test('only the database folder contains SQL', () => {
    const found = offences(({ folder, text }) =>
      folder === 'server' || folder === 'client'
        ? (text.match(/['"`](?:SELECT|INSERT|UPDATE|DELETE|CREATE) .*/g) ?? [])
        : [],
    );
    expect(found).toEqual([]);
  });

  test('no code of the server that handles requests or jobs knows the engine of the database', () => {
    const found = offences(({ path, folder, imports }) =>
      folder === 'server' && !KNOWS_ENGINE.test(path) ? imports.filter((from) => from.startsWith('#db/engine/')) : [],
    );
    expect(found).toEqual([]);
  });

  test('only the configuration reads the address of the database: nothing else asks which engine runs', () => {
    const found = offences(({ path, folder, text }) =>
      folder === 'server' && !path.startsWith('server/process/config')
        ? (text.match(/\bdatabaseUrl\b|\bdatabase\.url\b/g) ?? [])
        : [],
    );
    expect(found).toEqual([]);
  });

  test('no query outside the database folder holds its connection: the committer writes at the end of each turn', () => {
    const found = offences(({ folder, text, imports }) =>
      folder === 'server' && imports.some((from) => from.startsWith('#db/'))
        ? (text.match(/\.(?:transaction|startTransaction|stream|connection)\(/g) ?? [])
        : [],
    );
    expect(found).toEqual([]);
  });
});

describe('conventions', () => {
  test('imports of ours name the file with its extension', () => {
    const known = new Set(['.ts', '.tsx', '.css', '.svg']);
    const isNamed = (specifier: string) => known.has(extname(specifier.replace(/\?.*/, '')));
    const found = offences((source) =>
      source.imports.filter((specifier) => targetOf(source, specifier) !== null && !isNamed(specifier)),
    );
    expect(found).toEqual([]);
  });

  test('files are named in kebab-case; routes are named like their address', () => {
    const found = sources
      .filter(({ path }) => !path.startsWith('client/routes/'))
      .filter(({ path }) => !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:test|d|bench))?\.tsx?$/.test(basename(path)));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  test('no file has more than 300 lines', () => {
    expect(offences(({ text }) => (text.split('\n').length > 300 ? ['too long'] : []))).toEqual([]);
  });

  test('no file or folder is named utils, helpers, misc or common', () => {
    expect(
      offences(({ path }) => (/\/(?:utils?|helpers?|misc|common)\b/.test(path) ? ['what is in it?'] : [])),
    ).toEqual([]);
  });
});

describe('libraries and Node stay as they are', () => {
  const product = [
    ...sources.filter(({ folder }) => folder !== 'tests'),
    { path: 'vite.config.ts', text: readFileSync(join(ROOT, 'vite.config.ts'), 'utf8') },
  ];
  const matches = (words: RegExp) =>
    product.flatMap(({ path, text }) => Array.from(text.matchAll(words), ([match]) => `${path}: ${match}`));

  test('no file uses another program’s private field, but those that this test names', () => {
    const found = matches(/(?<=[\w)\]!?]\.|\breadonly )_\w+|\b__(?!html\b|root__)[a-z]\w+(?=:)/g);
    expect(found.toSorted()).toEqual([
      // The router scrolls after its first rendering, and has no option against that.
      'client/entry.tsx: __hashScrollIntoViewOptions',
      'client/entry.tsx: _scroll',
      // Says to zod, before it is loaded, what `z.config()` can only say after it has tried `eval`.
      'client/shell/schemas-without-eval.ts: __zod_globalConfig',
    ]);
  });

  test('no file reaches into Node, V8 or the unpublished files of a package', () => {
    const node = /\bprocess\.binding\b|\binternalBinding\b|--expose[-_]\w+|\bsetFlagsFromString\b/g;
    const files = /(?<=\bfrom |\bimport\()'[^'.#][^']*(?:\/dist\/|\/src\/|\/internal|node_modules\/)[^']*'/g;
    expect([...matches(node), ...matches(files)]).toEqual([]);
  });

  test('nothing rewrites a library: no step of the build, no script of npm, no assignment at run time', () => {
    const steps = /\b(?:transform|renderChunk|augmentChunkHash)\b\s*[(:]/g;
    const building = product.filter(({ path }) => path === 'vite.config.ts' || path.startsWith('server/build/'));
    expect(building.flatMap(({ path, text }) => (text.match(steps) ?? []).map((step) => `${path}: ${step}`))).toEqual(
      [],
    );
    expect(matches(/\.prototype(?:\.\w+|\[[^\]]+\]) = |\b(?:defineProperty|assign)\(\w+\.prototype\b/g)).toEqual([]);
    expect(readFileSync(join(ROOT, 'package.json'), 'utf8')).not.toMatch(
      /patch-package|"(?:pre|post)?(?:install|prepare)"/,
    );
  });
});

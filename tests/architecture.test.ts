import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const ROOMS = ['shared', 'events', 'db', 'server', 'client', 'tests'] as const;
type Room = (typeof ROOMS)[number];

/** An arrow means "may import". Tests may import everything, also the programs that the documents show. */
const MAY_IMPORT: Readonly<Record<Room, readonly string[]>> = {
  shared: ['shared'],
  events: ['events', 'shared'],
  db: ['db', 'events', 'shared'],
  server: ['server', 'db', 'events', 'shared'],
  client: ['client', 'shared'],
  tests: [...ROOMS, 'docs'],
};

/** The one file in which the server meets the client. */
const RENDERER = 'server/web/render/render-page.tsx';

/**
 * Rooms inside `server/`: areas stand on machinery, and the files right in `server/` are the top, which may import all of them. What
 * records events outside of the server has its list of jobs.
 */
const SERVER_MACHINERY = ['process', 'web', 'outside'];
const SERVER_ROOMS: Readonly<Record<string, readonly string[]>> = {
  process: [],
  web: ['process'],
  outside: ['process'],
  operations: SERVER_MACHINERY,
  bookings: SERVER_MACHINERY,
  accounts: ['bookings', ...SERVER_MACHINERY],
  visitors: SERVER_MACHINERY,
  owner: ['accounts', 'bookings', 'visitors', ...SERVER_MACHINERY],
  dev: SERVER_MACHINERY,
  seed: ['jobs.ts', 'owner', 'accounts', 'bookings', ...SERVER_MACHINERY],
  cli: ['jobs.ts', 'seed', 'accounts', 'operations', ...SERVER_MACHINERY],
  build: SERVER_MACHINERY,
};

/** What of the server may know the engine of the database: the command line and `restore` work on its file. */
const KNOWS_ENGINE = /^server\/(?:cli\/|operations\/backup\/restore\.ts$)/;

/** Packages that have no business in a room. */
const NEVER: Readonly<Record<Room, RegExp | null>> = {
  shared: /^(?:node:|react|hono|kysely|better-sqlite3|@tanstack)/,
  events: /^(?:node:|react|hono|kysely|better-sqlite3|@tanstack|zod)/,
  db: /^(?:react|hono|@hono|@tanstack)/,
  server: /^(?:kysely|better-sqlite3)/,
  client: /^(?:node:|hono|@hono|kysely|better-sqlite3)/,
  tests: null,
};

/** Rooms inside `client/`: areas stand on machinery, and `routes/` on all of them. */
const CLIENT_MACHINERY = ['shell', 'components', 'wording'];
const CLIENT_ROOMS: Readonly<Record<string, readonly string[]>> = {
  measuring: [],
  start: ['shell', 'measuring'],
  wording: [],
  components: ['wording'],
  shell: ['components', 'wording'],
  marketing: CLIENT_MACHINERY,
  booking: CLIENT_MACHINERY,
  manage: ['booking', ...CLIENT_MACHINERY],
  account: ['booking', ...CLIENT_MACHINERY],
  owner: ['account', 'booking', ...CLIENT_MACHINERY],
  dev: ['booking', ...CLIENT_MACHINERY],
  routes: ['marketing', 'booking', 'manage', 'account', 'owner', ...CLIENT_MACHINERY],
};

interface Source {
  readonly path: string;
  readonly room: Room;
  readonly text: string;
  readonly imports: readonly string[];
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'";]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

const sources: readonly Source[] = ROOMS.flatMap((room) =>
  readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.gen.ts'))
    .map((file) => {
      const path = join(room, file);
      const text = readFileSync(join(ROOT, path), 'utf8');
      const imports = Array.from(text.matchAll(IMPORT), ([, from, dynamic]) => from ?? dynamic ?? '');
      return { path, room, text, imports };
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

/** The room of a file inside `top`; null for a file right in it. */
function innerRoom(top: Room, path: string): string | null {
  const [first, room, ...rest] = path.split('/');
  return first === top && rest.length > 0 ? (room ?? null) : null;
}

/** Imports between the rooms of `top` that `allowed` does not name, and rooms that it does not know. */
function withinRooms(top: Room, allowed: Readonly<Record<string, readonly string[]>>): string[] {
  return offences((source) => {
    const room = innerRoom(top, source.path);
    if (source.room !== top || room === null) return [];
    const may = allowed[room];
    if (!may) return ['a room that this test does not know'];
    return source.imports.filter((specifier) => {
      const target = targetOf(source, specifier);
      if (target?.split('/')[0] !== top) return false;
      const reached = innerRoom(top, target) ?? basename(target);
      return reached !== room && !may.includes(reached);
    });
  });
}

test('there is something to look at', () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(300);
});

describe('the walls', () => {
  test('a room imports only from the rooms below it; the server meets the client in one file', () => {
    const found = offences((source) =>
      source.imports.filter((specifier) => {
        const target = targetOf(source, specifier);
        if (target === null || source.path === RENDERER) return false;
        return !MAY_IMPORT[source.room].includes(target.split('/')[0] ?? '');
      }),
    );
    expect(found).toEqual([]);
  });

  test('areas of the server stand on machinery, never the other way round', () => {
    expect(withinRooms('server', SERVER_ROOMS)).toEqual([]);
  });

  test('areas of the client stand on machinery, and routes on areas', () => {
    expect(withinRooms('client', CLIENT_ROOMS)).toEqual([]);
  });

  test('no room uses a package that belongs to another', () => {
    const found = offences(({ room, imports }) =>
      imports.filter(
        (specifier) => targetOf({ path: '' } as Source, specifier) === null && NEVER[room]?.test(specifier),
      ),
    );
    expect(found).toEqual([]);
  });

  test('events know neither the time nor chance: both come in as arguments', () => {
    const found = offences(({ room, text }) =>
      room === 'events'
        ? (text.match(/\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\b|\bMath\.random\b|\brandomUUID|\bfetch\(/g) ?? [])
        : [],
    );
    expect(found).toEqual([]);
  });

  test('events keep nothing between calls: no variable of a module changes', () => {
    const found = offences(({ room, text }) =>
      room === 'events'
        ? (text.match(/^(?:export )?(?:let|var) .*|^(?:export )?const .*= new (?:Weak)?(?:Map|Set)\b.*/gm) ?? [])
        : [],
    );
    expect(found).toEqual([]);
  });

  test('only the database room speaks SQL', () => {
    const found = offences(({ room, text }) =>
      room === 'server' || room === 'client'
        ? (text.match(/['"`](?:SELECT|INSERT|UPDATE|DELETE|CREATE) .*/g) ?? [])
        : [],
    );
    expect(found).toEqual([]);
  });

  test('no code of the server that handles requests or jobs knows the engine of the database', () => {
    const found = offences(({ path, room, imports }) =>
      room === 'server' && !KNOWS_ENGINE.test(path) ? imports.filter((from) => from.startsWith('#db/engine/')) : [],
    );
    expect(found).toEqual([]);
  });

  test('no query outside the database room holds its connection: the committer writes at the end of each turn', () => {
    const found = offences(({ room, text, imports }) =>
      room === 'server' && imports.some((from) => from.startsWith('#db/'))
        ? (text.match(/\.(?:transaction|startTransaction|stream|connection)\(/g) ?? [])
        : [],
    );
    expect(found).toEqual([]);
  });
});

describe('the manners', () => {
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

  test('no file grows far beyond what can be read in one go', () => {
    expect(offences(({ text }) => (text.split('\n').length > 300 ? ['too long'] : []))).toEqual([]);
  });

  test('there is no room for leftovers', () => {
    expect(
      offences(({ path }) => (/\/(?:utils?|helpers?|misc|common)\b/.test(path) ? ['what is in it?'] : [])),
    ).toEqual([]);
  });
});

describe('libraries and Node stay as they are', () => {
  const product = [
    ...sources.filter(({ room }) => room !== 'tests'),
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

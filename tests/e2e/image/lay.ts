/** Lays the files of the image without a container engine, by the instructions of the `Dockerfile`. */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { IS_THOROUGH } from '#tests/thorough.ts';
import { type Stage, stagesOf } from './dockerfile.ts';
import { EXECUTABLE } from '../executable.ts';
import { inOwnRoot, layOwnRoot } from './own-root.ts';

export const ROOT = join(import.meta.dirname, '../../..');

const STAGES = stagesOf(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));

/** The stage that becomes the image. */
export const IMAGE = STAGES.at(-1)!;

/** Top-level names that `.dockerignore` excludes from the build. The file contains no patterns. */
const IGNORED = new Set(
  readFileSync(join(ROOT, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);

export interface LaidImage {
  readonly root: string;
  /** Why `root` cannot be the root folder of processes on this machine; null if it can. */
  readonly obstacle: string | null;
}

/** Lays every stage in a folder of its own below `folder`; returns the image. */
export function layImage(folder: string): LaidImage {
  const roots = new Map<string, string>();
  for (const stage of STAGES.slice(0, -1)) {
    const root = join(folder, stage.name ?? '');
    roots.set(stage.name ?? '', root);
    layStage(stage, { root, roots, run: runHere });
  }
  const root = join(folder, 'image');
  mkdirSync(root);
  chmodSync(root, 0o755);
  const obstacle = layOwnRoot(root);
  layStage(IMAGE, { root, roots, run: obstacle === null ? runInside : () => {} });
  return { root, obstacle };
}

interface Laying {
  readonly root: string;
  /** Root folders of the earlier stages, by name. */
  readonly roots: ReadonlyMap<string, string>;
  /** Runs a command of the shell in a folder below `root`. */
  readonly run: (command: string, folder: string, root: string) => void;
}

function layStage({ instructions }: Stage, { root, roots, run }: Laying): void {
  let folder = '/';
  for (const { name, text } of instructions) {
    if (name === 'WORKDIR') {
      folder = text;
      mkdirSync(join(root, folder), { recursive: true });
    } else if (name === 'COPY') copy(text, { root, folder, roots });
    else if (name === 'RUN') run(text, folder, root);
  }
}

/** `COPY [--from=stage] source... target`. Sources are files and folders of the project, or of an earlier stage. */
function copy(text: string, { root, folder, roots }: Omit<Laying, 'run'> & { readonly folder: string }): void {
  const [, stage, paths = ''] = /^(?:--from=(\S+) )?([^-].+)$/.exec(text) ?? [];
  const from = stage === undefined ? ROOT : roots.get(stage);
  if (from === undefined || paths === '') throw new Error(`not laid by this test: COPY ${text}`);
  const words = paths.split(' ');
  const target = resolve(folder, words.at(-1) ?? '.');
  const isFolder = text.endsWith('/');
  for (const source of words.slice(0, -1)) {
    // The content of a folder goes into the target; a file keeps its name there.
    const isFileOfMany = isFolder && source !== '.';
    cpSync(join(from, source), join(root, target, isFileOfMany ? basename(source) : ''), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => stage !== undefined || dirname(path) !== ROOT || !IGNORED.has(basename(path)),
    });
  }
}

/**
 * Commands that save time: the project's own modules instead of `npm ci`, because they come from the same lockfile, and the executable
 * that `npm test` built. `npm run test:faults` builds in the image. The root folder of processes has the packages already.
 */
const SHORTER: Readonly<Record<string, string>> = {
  'npm ci': `cp -al '${ROOT}/node_modules' . 2>/dev/null || cp -a '${ROOT}/node_modules' .`,
  ...(!IS_THOROUGH && {
    'npm run build:binary': `mkdir dist && cp -a '${EXECUTABLE}' dist`,
  }),
  'apt-get update && apt-get install --yes --no-install-recommends ca-certificates libatomic1 && rm -rf /var/lib/apt/lists/*':
    'true',
};

/**
 * Runs a command of the build on this machine. npm prefers cached packages. The environment hides that a test runs, which would change
 * the build, and `PATH` has only programs of the machine and of the build.
 */
function runHere(command: string, folder: string, root: string): void {
  const { NODE_ENV: _, PATH = '', ...environment } = process.env;
  const path = PATH.split(':').filter((part) => !part.includes('node_modules'));
  const env = { ...environment, PATH: path.join(':'), npm_config_prefer_offline: 'true' };
  const options = { cwd: join(root, folder), env, stdio: 'pipe', maxBuffer: 2 ** 26 } as const;
  execFileSync('sh', ['-c', SHORTER[command] ?? command], options);
}

function runInside(command: string, folder: string, root: string): void {
  const [program, ...args] = inOwnRoot({ root, folder, user: 0 }, ['/bin/sh', '-c', SHORTER[command] ?? command]);
  execFileSync(program, args, { env: { PATH: '/usr/bin:/usr/sbin' }, stdio: 'pipe' });
}

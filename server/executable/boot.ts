/**
 * Starts the bundle with its code cache, as `dist/server/main.js` and in the executable, which has the build as assets. Native
 * modules and Litestream must be unpacked into a private folder to run.
 */
import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { getAsset, getAssetKeys, getRawAsset, isSea } from 'node:sea';
import { Script } from 'node:vm';

// Without /proc, Node doesn't know where its program is, and `execPath` is its name.
const FOLDER = isSea() ? resolve(dirname(process.execPath)) : import.meta.dirname;
const BUNDLE = 'server.cjs';
const CODE_CACHE = 'server.cache';

function fileOfBuild(name: string): Buffer {
  return isSea() ? Buffer.from(getRawAsset(`server/${name}`)) : readFileSync(join(FOLDER, name));
}

class UnpackingFailed extends Error {}

/** Only this user may write here, because the process runs the content. The name is its hash. */
const UNPACKED = isSea() ? resolve(tmpdir(), `halfday-${process.getuid?.()}-${getAsset('unpacked-hash', 'utf8')}`) : '';

/** Other processes unpack, too, and a kill leaves a partial file. */
const PARTIAL = join(UNPACKED, `partial.${process.pid}`);

function writeWhole(file: string, bytes: Buffer): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(PARTIAL, bytes, { mode: 0o700, flush: true });
    renameSync(PARTIAL, file);
  } finally {
    rmSync(PARTIAL, { force: true });
  }
}

/** Does nothing for an unpacked part. Returns its folder. Throws `UnpackingFailed`. */
function unpack(part: string): string {
  try {
    mkdirSync(UNPACKED, { recursive: true, mode: 0o700 });
    const { uid, mode } = lstatSync(UNPACKED);
    if (uid !== process.getuid?.() || (mode & 0o77) !== 0) throw new Error('other users can change it');
    for (const name of getAssetKeys().filter((key) => key.startsWith(`${part}/`))) {
      const file = join(UNPACKED, name);
      const bytes = Buffer.from(getRawAsset(name));
      if (statSync(file, { throwIfNoEntry: false })?.size !== bytes.length) writeWhole(file, bytes);
      // Fails on a file system that is mounted noexec.
      accessSync(file, constants.X_OK);
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UnpackingFailed(
      `Can't unpack into ${UNPACKED}: ${reason}. Set TMPDIR to a folder in which this user may write and execute files (not noexec).`,
      { cause },
    );
  }
  return join(UNPACKED, part);
}

function provideLitestream(): void {
  const folder = unpack('litestream');
  const { env } = process;
  env['PATH'] = `${folder}${delimiter}${env['PATH']}`;
  env['LITESTREAM_CONFIG'] ??= join(folder, 'litestream.yml');
}

const USES_LITESTREAM = /^(?:replicate|restore|litestream)$/;
const requireHere = createRequire(join(FOLDER, BUNDLE));
const requireUnpacked = (name: string): unknown => createRequire(join(unpack(name), BUNDLE))(name);

function exitWithFailure(error: unknown): never {
  if (!(error instanceof UnpackingFailed)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

/** The bundle requires the database library at once, but `--help` must work without it. */
function databaseOnFirstUse(): unknown {
  let library: Function | undefined;
  const load = () => {
    try {
      return (library ??= requireUnpacked('better-sqlite3') as Function);
    } catch (error) {
      return exitWithFailure(error);
    }
  };
  return new Proxy(function Database() {}, {
    construct: (_, args) => Reflect.construct(load(), args) as object,
    get: (_, key) => Reflect.get(load(), key) as unknown,
  });
}

function requireFromBundle(name: string): unknown {
  if (isSea() && name === 'better-sqlite3') return databaseOnFirstUse();
  return isSea() && name === 'sharp' ? requireUnpacked(name) : requireHere(name);
}

try {
  if (isSea() && process.argv.some((word) => USES_LITESTREAM.test(word))) provideLitestream();
} catch (error) {
  exitWithFailure(error);
}
const filename = join(FOLDER, BUNDLE);
const script = new Script(fileOfBuild(BUNDLE).toString('latin1'), { filename, cachedData: fileOfBuild(CODE_CACHE) });
script.runInThisContext()(requireFromBundle, {}, {}, filename, FOLDER);

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { EventLog } from '#db/engine/sqlite/event-log.ts';
import type { Head } from '#db/log/hash-chain.ts';
import { verifyLog } from '#db/log/verify.ts';
import { openSqlite, openSqliteReader } from '#db/engine/sqlite/sqlite.ts';
import { EVENTS_COMMAND, RESTORE_FILE_ADVICE, FatalError, wrapFileErrors } from '#db/fatal-error.ts';
import { DATABASE_FILE } from '#db/schema.ts';
import { StorageError } from '../../outside/storage/port.ts';
import type { Config } from '../../process/config.ts';
import { HEAD_KEY, type BackupAccess, newestBackup, readHead, writeHead } from './backup-objects.ts';

export interface Restore extends BackupAccess {
  readonly config: Pick<Config, 'objectStorage' | 'dataFolder'>;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface Restored {
  readonly head: Head;
  /** In milliseconds; null in an empty log. */
  readonly lastAt: number | null;
}

/** On Linux x64. Elsewhere it must be in the PATH. */
const PACKAGE = join('node_modules', '@flydotio', 'litestream-linux-x64');

/** How long startup waits for the storage if the folder has a database. */
const PATIENCE_MS = 5000;

const FILES = ['', '-wal', '-shm'].map((suffix) => DATABASE_FILE + suffix);

/** Verifies every event. Rejects with `FatalError` and leaves the folder as it was. */
export async function restoreBackup(restore: Restore): Promise<Restored> {
  const { storage, config } = restore;
  const { dataFolder: folder } = config;
  const inTheWay = FILES.filter((name) => existsSync(join(folder, name)));
  if (inTheWay.length > 0)
    throw new FatalError(`${folder} has ${inTheWay.join(', ')}. Move that away, or set DATA_FOLDER to another folder.`);
  if ((await newestBackup(restore)) === null)
    throw new FatalError('There is no backup in the object storage that the settings name.');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const partial = join(folder, 'restoring.db');
  for (const suffix of ['', '-wal', '-shm', '.tmp']) rmSync(partial + suffix, { force: true });
  await runLitestream(restore, partial);
  const restored = await verifyRestored(partial);
  flush(partial);
  // Before the rename, because startup compares the database with this head.
  await writeHead(storage, restored.head);
  renameSync(partial, join(folder, DATABASE_FILE));
  return restored;
}

async function runLitestream({ config, environment }: Restore, target: string): Promise<void> {
  const { LITESTREAM_CONFIG = 'litestream.yml', PATH = '' } = environment;
  const file = join(config.dataFolder, DATABASE_FILE);
  const child = spawn('litestream', ['restore', '-config', LITESTREAM_CONFIG, '-o', target, file], {
    env: { ...environment, DATA_FOLDER: config.dataFolder, PATH: `${PATH}${delimiter}${PACKAGE}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = text(child.stdout);
  const [code] = (await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new FatalError('Litestream is not installed: there is no program called litestream in the PATH.');
  })) as [number];
  if (code !== 0) throw new FatalError(`Litestream could not restore the backup: ${reasonIn(await said)}`);
}

function reasonIn(output: string): string {
  const line = output.trim().split('\n').at(-1) ?? '';
  return /"error":"(.*)"\}$/.exec(line)?.[1] ?? line;
}

/** Throws `FatalError` if an event was altered. Closing the file removes its WAL. */
async function verifyRestored(file: string): Promise<Restored> {
  const db = openSqlite(file);
  try {
    const log = new EventLog(db);
    const { bad } = (await verifyLog(log))!;
    if (bad)
      throw new FatalError(`The backup is damaged at event ${bad.position}: ${bad.why}. It was not restored: ${file}`);
    const head = log.head();
    return { head, lastAt: log.readAfter(head.position - 1, 1)[0]?.at ?? null };
  } finally {
    db.close();
  }
}

function flush(file: string): void {
  const descriptor = openSync(file, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** False if the folder has a database. Rejects with `FatalError` if it lacks the backup's last event, or if that is unknown. */
export async function mustRestore(replica: Omit<Restore, 'environment'>): Promise<boolean> {
  const { storage, config } = replica;
  const { dataFolder: folder } = config;
  const file = join(folder, DATABASE_FILE);
  if (!existsSync(file))
    return newestBackup(replica).then(
      (newest) => newest !== null,
      (error: unknown) => {
        if (!(error instanceof StorageError)) throw error;
        throw new FatalError(
          `${folder} has no ${DATABASE_FILE}, and whether there is a backup to restore is unknown: ${error.message}.`,
          { cause: error },
        );
      },
    );
  const head = await readHead(storage, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch((error: unknown) => {
    if (error instanceof StorageError) return null;
    throw error;
  });
  if (head === null || hashAt(file, head.position) === head.hash) return false;
  throw new FatalError(
    `${file} is older than its backup, or not the same: the backup has event ${head.position} with the hash ${head.hash}. To go on from the backup, move ${FILES.join(', ')} out of the folder and run \`${EVENTS_COMMAND} restore\`. To go on from this file, delete the object ${HEAD_KEY}.`,
  );
}

function hashAt(file: string, position: number): string | null {
  return wrapFileErrors(file, RESTORE_FILE_ADVICE, () => {
    const db = openSqliteReader(file);
    try {
      return new EventLog(db).hashAt(position);
    } finally {
      db.close();
    }
  });
}

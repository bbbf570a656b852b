import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../process/clock.ts';
import type { Secrets } from '../../process/secrets.ts';
import { assertFolder } from '../../process/private-folder.ts';
import { UploadForms } from './folder-uploads.ts';
import {
  type CallOptions,
  type GetOptions,
  type ListedObject,
  type ObjectStorage,
  type PresignedPost,
  type PutOptions,
  StorageUnreachable,
  type StoredObject,
  type UploadRule,
  checkKey,
  tooLarge,
} from './port.ts';

/** As many as S3 returns. */
const PAGE = 1000;

/** Incomplete files. */
const HALVES = '.new';

export interface FolderParts {
  readonly folder: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly secrets: Secrets;
}

/** One file an object, named by its encoded key. */
export class FolderStorage implements ObjectStorage {
  readonly name = 'folder';
  readonly uploadOrigin = null;
  readonly uploads: UploadForms;
  readonly #folder: string;
  readonly #clock: Pick<Clock, 'now'>;

  constructor({ folder, clock, secrets }: FolderParts) {
    assertFolder(folder);
    this.#folder = folder;
    this.#clock = clock;
    this.uploads = new UploadForms({ secrets, clock });
  }

  /** Removes what a crash left, because no list has it. Only for the process that serves alone. */
  removeHalves(): void {
    try {
      rmSync(join(this.#folder, HALVES), { recursive: true, force: true });
    } catch (error) {
      if (codeOf(error) !== 'EROFS') throw error;
    }
  }

  async put(key: string, bytes: Uint8Array, { signal }: PutOptions): Promise<void> {
    const file = this.#file(key);
    const half = join(this.#folder, HALVES, randomUUID());
    return onDisk(signal, async () => {
      await mkdir(join(this.#folder, HALVES), { recursive: true, mode: 0o700 });
      try {
        await written(half, bytes, this.#clock.now());
        await rename(half, file);
        await flushFolder(this.#folder);
      } finally {
        await rm(half, { force: true });
      }
    });
  }

  async get(key: string, { maxBytes = Infinity, signal }: GetOptions = {}): Promise<StoredObject | null> {
    const path = this.#file(key);
    return onDisk(signal, async () => {
      const file = await open(path, 'r').catch(unlessMissing(null));
      if (file === null) return null;
      try {
        if ((await file.stat()).size > maxBytes) throw tooLarge(key, maxBytes);
        return { bytes: await file.readFile() };
      } finally {
        await file.close();
      }
    });
  }

  async *list(prefix: string, { signal }: CallOptions = {}): AsyncGenerator<readonly ListedObject[]> {
    const names = await onDisk(signal, () => readdir(this.#folder).catch(unlessMissing<string[]>([])));
    const keys = names
      .filter((name) => name !== HALVES)
      .map((name) => name.replaceAll('%', '/'))
      .filter((key) => key.startsWith(prefix))
      .sort();
    for (let start = 0; start < keys.length; start += PAGE) {
      const page = await onDisk(signal, () => this.#described(keys.slice(start, start + PAGE)));
      if (page.length > 0) yield page;
    }
  }

  async delete(keys: readonly string[], { signal }: CallOptions = {}): Promise<void> {
    const files = keys.map((key) => this.#file(key));
    await onDisk(signal, async () => {
      const ends = await Promise.allSettled(files.map((file) => rm(file, { force: true })));
      if (files.length > 0) await flushFolder(this.#folder).catch(unlessMissing(undefined));
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    });
  }

  async presignPost(key: string, rule: UploadRule): Promise<PresignedPost> {
    checkKey(key);
    return this.uploads.sign(key, rule);
  }

  close(): void {}

  async #described(keys: readonly string[]): Promise<readonly ListedObject[]> {
    const objects: ListedObject[] = [];
    for (const key of keys) {
      // Deleted meanwhile, or a dangling link.
      const stats = await stat(join(this.#folder, key.replaceAll('/', '%'))).catch(unlessMissing(null));
      if (stats?.isFile()) objects.push({ key, size: stats.size, lastModified: Math.round(stats.mtimeMs) });
    }
    return objects;
  }

  /** No key contains `%`, nor begins with a dot. */
  #file(key: string): string {
    checkKey(key);
    return join(this.#folder, key.replaceAll('/', '%'));
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'Unknown';
}

function unlessMissing<Otherwise>(otherwise: Otherwise): (error: unknown) => Otherwise {
  return (error) => {
    if (['ENOENT', 'ELOOP'].includes(codeOf(error))) return otherwise;
    throw error;
  };
}

async function onDisk<Answer>(signal: AbortSignal | undefined, work: () => Promise<Answer>): Promise<Answer> {
  if (signal?.aborted) throw new StorageUnreachable('the call was aborted');
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new StorageUnreachable(`the folder of the object storage failed: ${codeOf(error)}`);
  }
}

async function written(path: string, bytes: Uint8Array, now: number): Promise<void> {
  await withFile(path, 'wx', async (file) => {
    await file.writeFile(bytes);
    await file.utimes(now / 1000, now / 1000);
    await file.sync();
  });
}

/** Otherwise a new file's name is lost in a power cut. Windows has no such flush. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await withFile(folder, 'r', (file) => file.sync());
}

async function withFile(path: string, flags: string, use: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await use(file);
  } finally {
    await file.close();
  }
}

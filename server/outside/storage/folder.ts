import { mkdir, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../process/clock.ts';
import { assertFolder } from '../../process/private-folder.ts';
import {
  type CallOptions,
  type GetOptions,
  type ListedObject,
  type ObjectStorage,
  type PutOptions,
  StorageUnreachable,
  type StoredObject,
  checkKey,
  tooLarge,
} from './port.ts';

/** As many as S3 returns. */
const PAGE = 1000;

/** For one machine: a file an object, named by its encoded key. */
export class FolderStorage implements ObjectStorage {
  readonly name = 'folder';
  readonly #folder: string;
  readonly #clock: Pick<Clock, 'now'>;

  constructor({ folder, clock }: { readonly folder: string; readonly clock: Pick<Clock, 'now'> }) {
    assertFolder(folder);
    this.#folder = folder;
    this.#clock = clock;
  }

  async put(key: string, bytes: Uint8Array, { signal }: PutOptions): Promise<void> {
    const file = this.#file(key);
    const seconds = this.#clock.now() / 1000;
    return onDisk(signal, async () => {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeFile(file, bytes, { mode: 0o600 });
      await utimes(file, seconds, seconds);
    });
  }

  async get(key: string, { maxBytes = Infinity, signal }: GetOptions = {}): Promise<StoredObject | null> {
    const file = this.#file(key);
    const bytes = await onDisk(signal, () => readFile(file).catch(unlessMissing(null)));
    if (bytes && bytes.length > maxBytes) throw tooLarge(key, maxBytes);
    return bytes && { bytes };
  }

  async *list(prefix: string, { signal }: CallOptions = {}): AsyncGenerator<readonly ListedObject[]> {
    const names = await onDisk(signal, () => readdir(this.#folder).catch(unlessMissing<string[]>([])));
    const keys = names
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
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    });
  }

  close(): void {}

  async #described(keys: readonly string[]): Promise<readonly ListedObject[]> {
    const objects: ListedObject[] = [];
    for (const key of keys) {
      // Deleted meanwhile, or a dangling link.
      const stats = await stat(this.#path(key)).catch(unlessMissing(null));
      if (stats?.isFile()) objects.push({ key, lastModified: Math.round(stats.mtimeMs) });
    }
    return objects;
  }

  #file(key: string): string {
    checkKey(key);
    return this.#path(key);
  }

  /** No key contains `%`, nor begins with a dot. */
  #path(key: string): string {
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

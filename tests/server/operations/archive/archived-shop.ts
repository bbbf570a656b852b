import { join } from 'node:path';
import { openIn } from '../../../db/folder.ts';
import { day, hold, pay } from '../../../db/changes.ts';
import { tempFolder } from '../../../temp-folder.ts';
import { FolderStorage } from '#server/outside/storage/folder.ts';
import {
  type CallOptions,
  type ListOptions,
  type ListedObject,
  type ObjectStorage,
  StorageUnreachable,
} from '#server/outside/storage/port.ts';
import { ArchiveWriter } from '#server/operations/archive/archive-writer.ts';
import { restoreFolder } from '#server/operations/archive/restore.ts';
import { NOW } from '../../../events/facts.ts';

export const ARCHIVE_KEY = 'a key of the tests, long enough for all of them';

/** A bucket in a folder of its own. */
export function bucket(folder: string = join(tempFolder(), 'objects')): FolderStorage {
  return new FolderStorage({ folder, clock: { now: () => NOW }, secret: 'secret' });
}

type Method = 'put' | 'get' | 'list' | 'delete';

/** What happens to a call: it does not arrive, its answer gets lost, or it arrives once the promise resolves. */
type Fault = 'down' | 'answer lost' | Promise<void>;

/** A storage with faults: `fail` says what happens to a call. */
export class FaultyStorage implements ObjectStorage {
  readonly name = 'faulty';
  readonly #storage: ObjectStorage;
  /** Calls that arrived or were tried, as `put archive/...`. */
  readonly calls: string[] = [];
  fault: (method: Method, key: string) => Fault | null = () => null;

  constructor(storage: ObjectStorage) {
    this.#storage = storage;
  }

  put: ObjectStorage['put'] = (key, bytes, options) =>
    this.#call('put', key, options, () => this.#storage.put(key, bytes, options));
  get: ObjectStorage['get'] = (key, options = {}) =>
    this.#call('get', key, options, () => this.#storage.get(key, options));
  delete: ObjectStorage['delete'] = (keys, options = {}) =>
    this.#call('delete', keys.join(' '), options, () => this.#storage.delete(keys, options));
  presignPost: ObjectStorage['presignPost'] = (...all) => this.#storage.presignPost(...all);
  get uploadOrigin(): ObjectStorage['uploadOrigin'] {
    return this.#storage.uploadOrigin;
  }

  async *list(prefix: string, options: ListOptions = {}): AsyncGenerator<readonly ListedObject[]> {
    yield* await this.#call('list', prefix, options, () => Promise.resolve(this.#storage.list(prefix, options)));
  }

  close(): void {}

  async #call<Answer>(
    method: Method,
    key: string,
    { signal }: CallOptions,
    call: () => Promise<Answer>,
  ): Promise<Answer> {
    this.calls.push(`${method} ${key}`);
    const fault = this.fault(method, key);
    if (fault === 'down') throw new StorageUnreachable('it is down');
    if (fault === 'answer lost') {
      await call();
      throw new StorageUnreachable('the answer got lost');
    }
    await Promise.race([fault, aborted(signal)]);
    return call();
  }
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new StorageUnreachable('the call was given up')), { once: true });
  });
}

/** A shop with three bookings, one of them paid. */
export async function bookedShop(folder?: string) {
  const open = openIn(folder);
  const { store } = open;
  await store.change(hold('b1'));
  await store.change(pay('b1'));
  store.credentials.claimAddress('ada@example.com', 'a1', 'hash');
  await store.change(hold('b2', { date: day(1) }));
  await store.change(hold('b3', { date: day(2), claim: 'full' }));
  return {
    ...open,
    parts: (storage: ObjectStorage) => ({
      storage,
      source: store.archiveSource,
      archiveKey: ARCHIVE_KEY,
      now: () => NOW,
    }),
  };
}

export type Shop = Awaited<ReturnType<typeof bookedShop>>;

/** Claims the archive, and archives all events, so many a segment, and the vault. */
export async function archiveAll(
  { parts }: Pick<Shop, 'parts'>,
  storage: ObjectStorage,
  most = 1000,
): Promise<ArchiveWriter> {
  const writer = await ArchiveWriter.claim(parts(storage));
  await writer.archiveVault();
  while (!(await writer.archiveEvents(most)));
  return writer;
}

/** Restores the archive into a folder of its own. */
export async function restored(storage: ObjectStorage, archiveKey = ARCHIVE_KEY) {
  const folder = join(tempFolder(), 'restored');
  const result = await restoreFolder({ storage, folder, archiveKey });
  return { folder, result };
}

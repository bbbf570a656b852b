import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { assertFolder } from '../process/private-folder.ts';

export interface Stored {
  readonly id: string;
  readonly about?: string;
}

/** Number in order of arrival, and a digest of the idempotency key. */
const ID = /^\d{8}-[0-9a-f]{16}$/;

/** An incomplete item. */
const HALF = /^\d{8}-[0-9a-f]{16}\.json\.new$/;

/** A missing file, a folder, a dangling link, or another user's. */
const UNREADABLE: ReadonlySet<string> = new Set(['ENOENT', 'EISDIR', 'ELOOP', 'EACCES']);

interface Index {
  last: number;
  readonly keys: Map<string, Promise<string>>;
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}

export class NumberedFiles<Item extends Stored> {
  readonly #folder: string;
  readonly #schema: z.ZodType<Item>;
  #index: Promise<Index> | null = null;
  readonly #writing = new Set<string>();
  readonly #forgotten = new Set<string>();

  /** Throws `FatalError` for an unusable folder. */
  constructor(folder: string, schema: z.ZodType<Item>) {
    assertFolder(folder);
    this.#folder = folder;
    this.#schema = schema;
  }

  /** Once for each idempotency key. Resolves with its id. */
  async add(key: string, item: Omit<Item, 'id'>): Promise<string> {
    const index = await this.#indexed();
    const name = digest(key);
    const earlier = index.keys.get(name);
    if (earlier) return earlier;
    index.last += 1;
    const id = `${String(index.last).padStart(8, '0')}-${name}`;
    const adding = this.replace({ ...item, id } as Item).then(() => id);
    index.keys.set(name, adding);
    adding.catch(() => index.keys.delete(name));
    return adding;
  }

  /** The folder may have been removed while the site runs. */
  async #names(): Promise<string[]> {
    return readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
  }

  async ids(): Promise<string[]> {
    return (await this.#names())
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length))
      .filter((id) => ID.test(id))
      .sort();
  }

  /** Oldest first, without unreadable items. */
  async list(ids?: readonly string[]): Promise<Item[]> {
    const items: Item[] = [];
    for (const id of ids ?? (await this.ids())) {
      const item = await this.find(id);
      if (item) items.push(item);
    }
    return items;
  }

  async find(id: string): Promise<Item | null> {
    if (!ID.test(id)) return null;
    try {
      return this.#itemIn(await readFile(this.#file(id), 'utf8'));
    } catch (error) {
      if (UNREADABLE.has((error as NodeJS.ErrnoException).code ?? '')) return null;
      throw error;
    }
  }

  /** Null for a file that a power cut or another program left incomplete. */
  #itemIn(text: string): Item | null {
    try {
      return this.#schema.safeParse(JSON.parse(text)).data ?? null;
    } catch {
      return null;
    }
  }

  /** Also stores no more of them. */
  async forget(about: readonly string[]): Promise<void> {
    for (const each of about) this.#forgotten.add(each);
    const { keys } = await this.#indexed();
    // Items that are being written are removed once they are complete.
    await Promise.allSettled(keys.values());
    await this.#removeHalves();
    for (const id of await this.ids()) {
      const item = await this.find(id);
      // An unreadable item may be about any of them.
      const isToGo = item === null || (item.about !== undefined && about.includes(item.about));
      if (isToGo) await rm(this.#file(id), { recursive: true, force: true });
    }
  }

  #indexed(): Promise<Index> {
    this.#index ??= this.#readIndex().catch((error: unknown) => {
      this.#index = null;
      throw error;
    });
    return this.#index;
  }

  /** Complete items are in other files. */
  async #removeHalves(): Promise<void> {
    const halves = (await this.#names()).filter((name) => HALF.test(name) && !this.#writing.has(name));
    for (const name of halves) await rm(join(this.#folder, name), { recursive: true, force: true });
  }

  async #readIndex(): Promise<Index> {
    await mkdir(this.#folder, { recursive: true });
    await this.#removeHalves();
    const ids = await this.ids();
    return {
      last: Number(ids.at(-1)?.slice(0, 8) ?? 0),
      keys: new Map(ids.map((id) => [id.slice(9), Promise.resolve(id)])),
    };
  }

  async replace(item: Item): Promise<void> {
    // The folder may have been removed while the site runs.
    await mkdir(this.#folder, { recursive: true });
    const half = `${item.id}.json.new`;
    this.#writing.add(half);
    try {
      await this.#put(join(this.#folder, half), item);
    } finally {
      this.#writing.delete(half);
    }
  }

  /** A full disk leaves an incomplete file, which doesn't say what it is about. */
  async #put(half: string, item: Item): Promise<void> {
    try {
      await writeFile(half, JSON.stringify(item, null, 2));
      if (this.#forgotten.has(item.about ?? '')) await rm(half);
      else await rename(half, this.#file(item.id));
    } catch (error) {
      // Removed when the next person is forgotten.
      await rm(half, { recursive: true, force: true }).catch(() => {});
      throw error;
    }
  }

  #file(id: string): string {
    return join(this.#folder, `${id}.json`);
  }
}

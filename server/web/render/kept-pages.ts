import type { AppRpc } from '#shared/calls/contract.ts';
import { lruCache } from '../../process/lru-cache.ts';

/** The data that a kept page is rendered with. */
export interface Ingredients {
  /** The page must be rendered again when this changes. */
  readonly key: string;
  /** The calls, with the answers that the key stands for. */
  readonly rpc: AppRpc;
}

/** Renders a page from the answers of these calls. */
export type Render = (rpc: AppRpc) => Promise<Response>;

/** What a page shows, and how it is made. */
export interface Recipe<Page> {
  /** The page must be made again when this changes. */
  readonly key: string;
  /** Resolves with null when rendering failed: such a page is not cached. */
  readonly make: () => Promise<Page | null>;
}

interface Made<Page> {
  readonly key: string;
  readonly page: Page;
}

interface Kept<Page> {
  readonly asOf: string;
  readonly made: Promise<Made<Page> | null>;
}

/** Rendered pages by name, those asked for last. Requests at the same time share one rendering. */
export class KeptPages<Page> {
  readonly #pages;

  constructor(most: number) {
    this.#pages = lruCache<Kept<Page>>(most);
  }

  /**
   * The page, made now unless it is kept; null when it cannot be kept. As long as `asOf` is the same, the page is up to date; after that its
   * recipe is read again, and the page is made again if the recipe's key has changed.
   */
  async get(name: string, asOf: string, read: () => Promise<Recipe<Page> | null>): Promise<Page | null> {
    const known = this.#pages.get(name);
    if (known?.asOf === asOf) return (await known.made)?.page ?? null;
    const made = renewed(known, read);
    const entry = { asOf, made };
    this.#pages.set(name, entry);
    const forget = () => {
      if (this.#pages.peek(name) === entry) this.#pages.delete(name);
    };
    made.then((page) => page ?? forget(), forget);
    return (await made)?.page ?? null;
  }
}

async function renewed<Page>(
  known: Kept<Page> | undefined,
  read: () => Promise<Recipe<Page> | null>,
): Promise<Made<Page> | null> {
  const recipe = await read();
  if (!recipe) return null;
  const last = await known?.made.catch(() => null);
  if (last?.key === recipe.key) return last;
  const page = await recipe.make();
  return page && { key: recipe.key, page };
}

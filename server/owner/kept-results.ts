import type { Store } from '#db/store.ts';
import { lruCache } from '../process/lru-cache.ts';

type Stamped = Pick<Store, 'position'>;

interface Kept<Result> {
  readonly at: string;
  readonly results: ReturnType<typeof lruCache<Promise<Result>>>;
}

interface Of {
  readonly key: string;
  readonly day?: string;
}

interface Options {
  readonly most: number;
}

/** Until an event is recorded or the day changes. */
export class KeptResults<Result> {
  readonly #kept = new WeakMap<Stamped, Kept<Result>>();
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async of(store: Stamped, { key, day = '' }: Of, ask: () => Promise<Result>): Promise<Result> {
    const { results } = this.#stateOf(store, day);
    const result = results.get(key) ?? ask();
    results.set(key, result);
    try {
      return await result;
    } catch (error) {
      results.delete(key);
      throw error;
    }
  }

  #stateOf(store: Stamped, day: string): Kept<Result> {
    const { most } = this.#options;
    const at = `${day} ${store.position}`;
    let kept = this.#kept.get(store);
    if (kept?.at !== at) this.#kept.set(store, (kept = { at, results: lruCache(most) }));
    return kept;
  }
}

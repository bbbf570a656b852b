import type { Store } from '#db/store.ts';

interface Kept<Result> {
  /** The day and the state of the read models. */
  readonly at: string;
  readonly results: Map<string, Promise<Result>>;
}

/** Results of queries that are kept until a read model or the day changes. */
export class KeptResults<Result> {
  readonly #kept = new WeakMap<Store, Kept<Result>>();
  readonly #most: number;

  /** Keeps at most as many results of one state, the latest. Without a bound, the keys that may be asked for must be few. */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  /** The result of this key, asked for again after an event, a rebuild of a read model or a change of `day`. */
  async of(
    store: Store,
    { key, day = '' }: { key: string; day?: string },
    ask: () => Promise<Result>,
  ): Promise<Result> {
    const at = `${day} ${store.upkeep.stamp()}`;
    let kept = this.#kept.get(store);
    if (kept?.at !== at) this.#kept.set(store, (kept = { at, results: new Map() }));
    const { results } = kept;
    const result = results.get(key) ?? ask();
    results.delete(key);
    results.set(key, result);
    const [oldest] = results.keys();
    if (oldest !== undefined && results.size > this.#most) results.delete(oldest);
    try {
      return await result;
    } catch (error) {
      results.delete(key);
      throw error;
    }
  }
}

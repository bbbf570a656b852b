import type { Store } from '#db/store.ts';

interface Kept<Result> {
  /** The day and the state of the read models. */
  readonly at: string;
  readonly results: Map<string, Promise<Result>>;
  /** Keys that were asked for, and whose results are not kept yet. */
  readonly asked: Set<string>;
}

/** What a result is kept for. */
interface Of {
  readonly key: string;
  readonly day?: string;
}

type Stamped = { readonly upkeep: Pick<Store['upkeep'], 'stamp'> };

/** Results of queries that are kept until any read model or the day changes. */
export class KeptResults<Result> {
  readonly #kept = new WeakMap<Stamped, Kept<Result>>();
  readonly #most: number;

  /** Keeps at most as many results of one state, the latest. Without a bound, the keys that may be asked for must be few. */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  /** The result of this key, asked for again after an event, a rebuild of a read model or a change of `day`. */
  async of(store: Stamped, { key, day = '' }: Of, ask: () => Promise<Result>): Promise<Result> {
    const { results } = this.#stateOf(store, day);
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

  /** The same for what takes longer to ask for than to do without once: null the first time that a key is asked for in one state. */
  async ofSecond(store: Stamped, of: Of, ask: () => Promise<Result>): Promise<Result | null> {
    const { asked } = this.#stateOf(store, of.day ?? '');
    if (asked.has(of.key)) return this.of(store, of, ask);
    if (asked.size >= this.#most) asked.clear();
    asked.add(of.key);
    return null;
  }

  #stateOf(store: Stamped, day: string): Kept<Result> {
    const at = `${day} ${store.upkeep.stamp()}`;
    let kept = this.#kept.get(store);
    if (kept?.at !== at) this.#kept.set(store, (kept = { at, results: new Map(), asked: new Set() }));
    return kept;
  }
}

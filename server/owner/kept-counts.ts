import type { Store } from '#db/store.ts';

interface Kept<Counts> {
  /** The day and the state of the read models. */
  readonly at: string;
  readonly counts: Map<string, Promise<Counts>>;
}

/**
 * Counts that are kept until a read model or the day changes. The keys that may be asked for at one state must be few: nothing else bounds them.
 */
export class KeptCounts<Counts> {
  readonly #kept = new WeakMap<Store, Kept<Counts>>();

  /** The counts of this key, counted again after an event, a rebuild of a read model or a change of `day`. */
  async of(
    store: Store,
    { key, day = '' }: { key: string; day?: string },
    count: () => Promise<Counts>,
  ): Promise<Counts> {
    const at = `${day} ${store.upkeep.stamp()}`;
    let kept = this.#kept.get(store);
    if (kept?.at !== at) this.#kept.set(store, (kept = { at, counts: new Map() }));
    const { counts } = kept;
    const counted = counts.get(key) ?? count();
    counts.set(key, counted);
    try {
      return await counted;
    } catch (error) {
      counts.delete(key);
      throw error;
    }
  }
}

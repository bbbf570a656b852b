/**
 * A fair queue: groups take turns (round robin), and each group has its own order of arrival. A group that sends many delays only
 * itself.
 */
export class FairQueue<Item> {
  /** The next group comes first. */
  readonly #groups = new Map<string, Item[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(group: string, item: Item): void {
    const items = this.#groups.get(group);
    if (items) items.push(item);
    else this.#groups.set(group, [item]);
    this.#length += 1;
  }

  shift(): Item | undefined {
    for (const [group, items] of this.#groups) {
      this.#groups.delete(group);
      const item = items.shift();
      if (items.length > 0) this.#groups.set(group, items);
      this.#length -= 1;
      return item;
    }
    return undefined;
  }

  /** Removes the first items of each group for which the condition holds. */
  *shiftWhile(isSo: (item: Item) => boolean): Generator<Item, void, void> {
    for (const [group, items] of this.#groups) {
      while (items[0] !== undefined && isSo(items[0])) {
        this.#length -= 1;
        yield items.shift()!;
      }
      if (items.length === 0) this.#groups.delete(group);
    }
  }

  /** Removes the last item of the longest group, if that is longer than this one. */
  popFromLongest(but: string): Item | undefined {
    let longest: Item[] = this.#groups.get(but) ?? [];
    const own = longest;
    for (const items of this.#groups.values()) if (items.length > longest.length) longest = items;
    // One more item in its own group would make it as long.
    if (longest.length <= own.length + 1) return undefined;
    this.#length -= 1;
    return longest.pop();
  }
}

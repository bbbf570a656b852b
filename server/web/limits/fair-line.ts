/**
 * A line in which groups take turns: each has its own order of arrival, and the next of one group follows the next of another.
 * A group that sends many waits for itself, and keeps no other group from the front.
 */
export class FairLine<Item> {
  /** The group that is next comes first. */
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

  /** Takes out those of each group's first that this holds for. */
  *shiftWhile(isSo: (item: Item) => boolean): Generator<Item, void, void> {
    for (const [group, items] of this.#groups) {
      while (items[0] !== undefined && isSo(items[0])) {
        this.#length -= 1;
        yield items.shift()!;
      }
      if (items.length === 0) this.#groups.delete(group);
    }
  }

  /** Takes the last one out of the group that has most, if that has more than this one. */
  popFromLongest(but: string): Item | undefined {
    let longest: Item[] = this.#groups.get(but) ?? [];
    const own = longest;
    for (const items of this.#groups.values()) if (items.length > longest.length) longest = items;
    // One more of its own would make it as long.
    if (longest.length <= own.length + 1) return undefined;
    this.#length -= 1;
    return longest.pop();
  }
}

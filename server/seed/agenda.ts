/** What happens at an instant of the story. */
type Step = () => Promise<unknown> | void;

interface Entry {
  readonly at: number;
  /** Entries of the same instant happen in the order in which they were added. */
  readonly number: number;
  readonly step: Step;
}

function isBefore(one: Entry, other: Entry): boolean {
  return one.at === other.at ? one.number < other.number : one.at < other.at;
}

/** Steps of the story, taken in the order of their instants: a binary heap. */
export class Agenda {
  readonly #heap: Entry[] = [];
  #added = 0;

  /** Adds a step at an instant, in milliseconds. */
  add(at: number, step: Step): void {
    const heap = this.#heap;
    heap.push({ at: Math.round(at), number: (this.#added += 1), step });
    for (let child = heap.length - 1; child > 0;) {
      const parent = (child - 1) >> 1;
      if (!isBefore(heap[child]!, heap[parent]!)) return;
      this.#swap(child, parent);
      child = parent;
    }
  }

  /** Removes the next step; null when there is none until `end`. */
  take(end: number): { readonly at: number; readonly step: Step } | null {
    const heap = this.#heap;
    const [next] = heap;
    if (next === undefined || next.at > end) return null;
    const last = heap.pop()!;
    if (heap.length > 0) {
      heap[0] = last;
      this.#sink();
    }
    return next;
  }

  #sink(): void {
    const heap = this.#heap;
    for (let parent = 0; ;) {
      const left = 2 * parent + 1;
      const right = left + 1;
      let first = parent;
      if (left < heap.length && isBefore(heap[left]!, heap[first]!)) first = left;
      if (right < heap.length && isBefore(heap[right]!, heap[first]!)) first = right;
      if (first === parent) return;
      this.#swap(parent, first);
      parent = first;
    }
  }

  #swap(one: number, other: number): void {
    const heap = this.#heap;
    [heap[one], heap[other]] = [heap[other]!, heap[one]!];
  }
}

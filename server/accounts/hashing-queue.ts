import PQueue from 'p-queue';
import { Refused } from '../rpc/refused.ts';

/** Of passwords: two at a time are as many as a small machine has processors, and sixteen wait half a second at most. */
export const HASHING_LIMITS = { atOnce: 2, longest: 16 };

/** Where passwords are hashed and compared. */
export interface Hashing {
  /** Whether `run` would refuse now. */
  readonly isFull: boolean;
  /** Runs the work in its turn; known customers come first. Throws `Refused` `busy` when too many wait. */
  run<Result>(work: () => Promise<Result>, isKnown?: boolean): Promise<Result>;
}

/**
 * Hashing a password costs time and memory on purpose; this keeps strangers from spending ours. A few run at a time and some
 * more wait. Known customers wait in a line of their own and before all strangers, so that strangers cannot keep them out.
 */
export class HashingQueue implements Hashing {
  readonly #queue: PQueue;
  readonly #longest: number;

  constructor({ atOnce, longest }: { readonly atOnce: number; readonly longest: number }) {
    this.#queue = new PQueue({ concurrency: atOnce });
    this.#longest = longest;
  }

  get isFull(): boolean {
    return this.#isFullFor(false);
  }

  async run<Result>(work: () => Promise<Result>, isKnown = false): Promise<Result> {
    if (this.#isFullFor(isKnown)) throw new Refused('busy');
    return this.#queue.add(work, { priority: Number(isKnown) });
  }

  #isFullFor(isKnown: boolean): boolean {
    const waiting = this.#queue.sizeBy({ priority: Number(isKnown) });
    return this.#queue.pending >= this.#queue.concurrency && waiting >= this.#longest;
  }
}

/** The same queue for one client. */
export function hashingFor(queue: Hashing, isKnown: () => boolean): Hashing {
  return {
    get isFull() {
      return queue.isFull;
    },
    run: (work, isSurelyKnown = isKnown()) => queue.run(work, isSurelyKnown),
  };
}

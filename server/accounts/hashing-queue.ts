import PQueue from 'p-queue';
import { Refused } from '../rpc/refused.ts';

/** Of passwords: two at a time are as many as a small machine has processors, and sixteen wait half a second at most. */
export const HASHING_LIMITS = { atOnce: 2, longest: 16 };

/** Places of one customer in the line of known customers: a cookie can be copied, and sent any number of times. */
const MOST_OF_CUSTOMER = 4;

/** Where passwords are hashed and compared. */
export interface Hashing {
  /** Whether `run` would refuse now. */
  readonly isFull: boolean;
  /**
   * Runs the work in its turn; known customers come first, named by `customer`; null for a stranger. Throws `Refused` `busy` when too
   * many wait.
   */
  run<Result>(work: () => Promise<Result>, customer?: string | null): Promise<Result>;
}

/**
 * Hashing a password costs time and memory on purpose; this keeps strangers from spending ours. A few run at a time and some
 * more wait. Known customers wait in a line of their own and before all strangers, so that strangers cannot keep them out. A
 * customer who has all their places there waits among strangers.
 */
export class HashingQueue implements Hashing {
  readonly #queue: PQueue;
  readonly #longest: number;
  /** How many each known customer has waiting or running in their line. */
  readonly #ofCustomers = new Map<string, number>();

  constructor({ atOnce, longest }: { readonly atOnce: number; readonly longest: number }) {
    this.#queue = new PQueue({ concurrency: atOnce });
    this.#longest = longest;
  }

  get isFull(): boolean {
    return this.#isFullFor(false);
  }

  async run<Result>(work: () => Promise<Result>, customer: string | null = null): Promise<Result> {
    if (customer === null || this.#of(customer) >= MOST_OF_CUSTOMER) return this.#add(work, false);
    this.#ofCustomers.set(customer, this.#of(customer) + 1);
    try {
      return await this.#add(work, true);
    } finally {
      const left = this.#of(customer) - 1;
      if (left > 0) this.#ofCustomers.set(customer, left);
      else this.#ofCustomers.delete(customer);
    }
  }

  async #add<Result>(work: () => Promise<Result>, isKnown: boolean): Promise<Result> {
    if (this.#isFullFor(isKnown)) throw new Refused('busy');
    return this.#queue.add(work, { priority: Number(isKnown) });
  }

  #of(customer: string): number {
    return this.#ofCustomers.get(customer) ?? 0;
  }

  #isFullFor(isKnown: boolean): boolean {
    const waiting = this.#queue.sizeBy({ priority: Number(isKnown) });
    return this.#queue.pending >= this.#queue.concurrency && waiting >= this.#longest;
  }
}

/** The same queue for one client, who may be known as a customer. */
export function hashingFor(queue: Hashing, knownAs: () => string | null): Hashing {
  return {
    get isFull() {
      return queue.isFull;
    },
    run: (work, customer = knownAs()) => queue.run(work, customer),
  };
}

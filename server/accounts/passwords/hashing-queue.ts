import { Rejected } from '#shared/calls/refusals.ts';
import type { Networks } from '../../web/http/client-address.ts';
import { FairQueue } from '../../web/limits/fair-queue.ts';
import { COST, type Cost } from './passwords.ts';

/** Two passwords at a time match the processors of a small machine; sixteen wait half a second at most. */
export const HASHING_LIMITS = { atOnce: 2, longest: 16 } as const;

interface HashingOptions {
  readonly atOnce: number;
  readonly longest: number;
  /** Cost of each new hash; only tests use another than the product's. */
  readonly cost?: Cost;
}

/** Places of one customer in the known customers' line: a copied cookie can be sent any number of times. */
const MOST_OF_CUSTOMER = 4;

/** The queue in which passwords are hashed and compared. */
export interface Hashing {
  /** Cost of each new hash. */
  readonly cost: Cost;
  /** Whether `run` would refuse now. */
  readonly isFull: boolean;
  /**
   * Runs the work in its turn. Known customers, identified by `customer`, come first; null for a stranger. Clients of one
   * `network` wait for each other. Throws `Rejected` `busy` when too many wait.
   */
  run<Result>(work: () => Promise<Result>, customer?: string | null, network?: string): Promise<Result>;
}

/** Work that waits for its turn. */
interface Waiting {
  readonly begin: () => void;
  readonly refuse: (reason: Rejected) => void;
}

/**
 * Admission control for password hashing, which is slow and needs much memory. A few run at a time; some more wait. Known
 * customers wait in their own line, before all strangers, so that strangers cannot keep them out. A customer who has used all
 * their places there waits among strangers. In each line networks take turns; in a full line the network with the most waiting
 * gives way, so that an attacker with many accounts delays no customer of another network.
 */
export class HashingQueue implements Hashing {
  readonly cost: Cost;
  readonly #atOnce: number;
  readonly #longest: number;
  readonly #known = new FairQueue<Waiting>();
  readonly #strangers = new FairQueue<Waiting>();
  #running = 0;
  /** Number of waiting or running places of each known customer in their line. */
  readonly #ofCustomers = new Map<string, number>();

  constructor({ atOnce, longest, cost = COST }: HashingOptions) {
    this.cost = cost;
    this.#atOnce = atOnce;
    this.#longest = longest;
  }

  get isFull(): boolean {
    return this.#running >= this.#atOnce && this.#strangers.length >= this.#longest;
  }

  async run<Result>(work: () => Promise<Result>, customer: string | null = null, network = ''): Promise<Result> {
    if (customer === null || this.#of(customer) >= MOST_OF_CUSTOMER)
      return this.#admission(work, this.#strangers, network);
    this.#ofCustomers.set(customer, this.#of(customer) + 1);
    try {
      return await this.#admission(work, this.#known, network);
    } finally {
      const left = this.#of(customer) - 1;
      if (left > 0) this.#ofCustomers.set(customer, left);
      else this.#ofCustomers.delete(customer);
    }
  }

  async #admission<Result>(work: () => Promise<Result>, line: FairQueue<Waiting>, network: string): Promise<Result> {
    if (this.#running < this.#atOnce) this.#running += 1;
    else await this.#wait(line, network);
    try {
      return await work();
    } finally {
      const next = this.#known.shift() ?? this.#strangers.shift();
      if (next) next.begin();
      else this.#running -= 1;
    }
  }

  /** Resolves once finished work passes its place on to this one. */
  #wait(line: FairQueue<Waiting>, network: string): Promise<void> {
    if (line.length >= this.#longest) {
      const last = line.popFromLongest(network);
      if (!last) throw new Rejected('busy');
      last.refuse(new Rejected('busy'));
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    line.push(network, { begin: resolve, refuse: reject });
    return promise;
  }

  #of(customer: string): number {
    return this.#ofCustomers.get(customer) ?? 0;
  }
}

/** The queue as one client uses it, who may be a known customer and comes from these networks, narrowest first. */
export class ClientHashing implements Hashing {
  readonly #queue: Hashing;
  readonly #knownAs: () => Promise<string | null>;
  readonly #networks: () => Networks;

  constructor(queue: Hashing, knownAs: () => Promise<string | null>, networks: () => Networks) {
    this.#queue = queue;
    this.#knownAs = knownAs;
    this.#networks = networks;
  }

  get cost(): Hashing['cost'] {
    return this.#queue.cost;
  }

  get isFull(): boolean {
    return this.#queue.isFull;
  }

  async run<Result>(work: () => Promise<Result>, customer?: string | null): Promise<Result> {
    const known = customer === undefined ? await this.#knownAs() : customer;
    // The widest network: an attacker has many addresses of one.
    return this.#queue.run(work, known, this.#networks().at(-1)?.name);
  }
}

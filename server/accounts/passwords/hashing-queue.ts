import { BoundedQueue } from '../../web/limits/bounded-queue.ts';
import { COST, type Cost } from './passwords.ts';

/** Two match the processors of a small machine. */
const AT_ONCE = 2;

/** The queue in which passwords are hashed and compared, as one client uses it. */
export interface Hashing {
  /** Cost of each new hash. */
  readonly cost: Cost;
  /** Whether `run` would refuse now. */
  readonly isFull: boolean;
  /** Runs work in its turn. Throws `Rejected` `busy` when too many wait. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

export class HashingQueue implements Hashing {
  readonly cost: Cost;
  readonly #queue = new BoundedQueue({ atOnce: AT_ONCE, refusal: 'busy' });

  /** Only tests use another cost than the product's. */
  constructor(cost: Cost = COST) {
    this.cost = cost;
  }

  get isFull(): boolean {
    return this.#queue.isFull;
  }

  /** `network` is the client's; null for the process itself. */
  run<Result>(work: () => Promise<Result>, network: string | null = null): Promise<Result> {
    return this.#queue.run(work, { network });
  }

  /** The queue as a client of a network uses it. */
  ofClient(network: string | null): Hashing {
    const { cost } = this;
    const isFull = () => this.isFull;
    return {
      cost,
      get isFull() {
        return isFull();
      },
      run: (work) => this.run(work, network),
    };
  }
}

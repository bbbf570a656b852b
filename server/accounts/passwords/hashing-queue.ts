import { BoundedQueue } from '../../web/limits/bounded-queue.ts';
import { COST, type Cost } from './passwords.ts';

/** Two match the processors of a small machine. */
const AT_ONCE = 2;

export interface Hashing {
  readonly cost: Cost;
  readonly isFull: boolean;
  /** Throws `Rejected` `busy` if too many wait. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

export class HashingQueue implements Hashing {
  readonly cost: Cost;
  readonly #queue = new BoundedQueue({ atOnce: AT_ONCE, refusal: 'busy' });

  constructor(cost: Cost = COST) {
    this.cost = cost;
  }

  get isFull(): boolean {
    return this.#queue.isFull;
  }

  run<Result>(work: () => Promise<Result>, network: string | null = null): Promise<Result> {
    return this.#queue.run(work, { network });
  }

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

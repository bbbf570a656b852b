import PQueue from 'p-queue';
import { type RefusalName, Rejected } from '#shared/calls/refusals.ts';
import { Places } from './places.ts';

/** Work that waits; a few of one network, so that it can't fill the queue. */
const WAITING = { inAll: 16, perNetwork: 3 };

interface BoundedQueueOptions {
  readonly atOnce: number;
  /** The refusal when too many wait. */
  readonly refusal: RefusalName;
}

interface Place {
  /** The client's network; null for work of the process itself. */
  readonly network: string | null;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
}

/** A queue for slow work that visitors cause: the rest is refused instead of waiting longer. */
export class BoundedQueue {
  readonly #queue: PQueue;
  readonly #refusal: RefusalName;
  readonly #waiting = new Places(WAITING);

  constructor({ atOnce, refusal }: BoundedQueueOptions) {
    this.#queue = new PQueue({ concurrency: atOnce });
    this.#refusal = refusal;
  }

  get isFull(): boolean {
    return this.#waiting.isFull;
  }

  /** Runs work in its turn. Throws `Rejected` when too many wait, in all or of one network. */
  async run<Result>(work: () => Promise<Result>, { network, signal }: Place): Promise<Result> {
    const leave = this.#waiting.enter(network);
    if (!leave) throw new Rejected(this.#refusal);
    const begin = () => {
      leave();
      return work();
    };
    return this.#queue.add(begin, signal && { signal }).finally(leave);
  }
}

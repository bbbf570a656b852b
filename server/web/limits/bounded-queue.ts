import PQueue from 'p-queue';
import { type RefusalName, Rejected } from '#shared/calls/refusals.ts';
import { Semaphore } from './semaphore.ts';

/** Work that may wait. One network gets a few places, so that it can't fill the queue. */
const WAITING_LIMITS = { inAll: 16, perNetwork: 3 };

interface BoundedQueueOptions {
  readonly atOnce: number;
  /** The refusal when too many wait. */
  readonly refusal: RefusalName;
}

interface Requester {
  /** The client's network; null for work of the process itself. */
  readonly network: string | null;
  /** Aborts the wait; work that has begun goes on. */
  readonly signal?: AbortSignal;
}

/** A queue for slow work that visitors cause. Once it is full, further work is refused. */
export class BoundedQueue {
  readonly #queue: PQueue;
  readonly #refusal: RefusalName;
  readonly #waiting = new Semaphore(WAITING_LIMITS);

  constructor({ atOnce, refusal }: BoundedQueueOptions) {
    this.#queue = new PQueue({ concurrency: atOnce });
    this.#refusal = refusal;
  }

  get isFull(): boolean {
    return this.#waiting.isFull;
  }

  /** Runs work in its turn. Throws `Rejected` when too many wait, in all or of one network. */
  async run<Result>(work: () => Promise<Result>, { network, signal }: Requester): Promise<Result> {
    const release = this.#waiting.acquire(network);
    if (!release) throw new Rejected(this.#refusal);
    const begin = () => {
      release();
      return work();
    };
    return this.#queue.add(begin, signal && { signal }).finally(release);
  }
}

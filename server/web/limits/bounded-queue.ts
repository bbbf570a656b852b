import PQueue from 'p-queue';
import { type RefusalName, Rejected } from '#shared/calls/refusals.ts';
import { Semaphore } from './semaphore.ts';

/** So that no network can fill the queue. */
const WAITING_LIMITS = { inAll: 16, perNetwork: 3 };

interface BoundedQueueOptions {
  readonly atOnce: number;
  readonly refusal: RefusalName;
}

interface Requester {
  readonly network: string | null;
  readonly signal?: AbortSignal;
}

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

  /** Throws `Rejected` if too many wait, in all or of one network. The signal only ends the wait. */
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

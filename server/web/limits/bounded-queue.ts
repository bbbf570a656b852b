import PQueue from 'p-queue';
import { type RefusalName, Rejected } from '#shared/calls/refusals.ts';

const MOST_WAITING = 16;
/** So that one network can't fill the queue. */
const MOST_OF_NETWORK = 3;

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
  readonly #waiting = new Set<Place>();

  constructor({ atOnce, refusal }: BoundedQueueOptions) {
    this.#queue = new PQueue({ concurrency: atOnce });
    this.#refusal = refusal;
  }

  get isFull(): boolean {
    return this.#waiting.size >= MOST_WAITING;
  }

  /** Runs work in its turn. Throws `Rejected` when too many wait, in all or of one network. */
  async run<Result>(work: () => Promise<Result>, place: Place): Promise<Result> {
    const { network, signal } = place;
    const ofNetwork = [...this.#waiting].filter((each) => network !== null && each.network === network).length;
    if (this.isFull || ofNetwork >= MOST_OF_NETWORK) throw new Rejected(this.#refusal);
    this.#waiting.add(place);
    const begin = () => {
      this.#waiting.delete(place);
      return work();
    };
    try {
      return await this.#queue.add(begin, signal && { signal });
    } finally {
      this.#waiting.delete(place);
    }
  }
}

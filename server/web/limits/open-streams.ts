import { type SemaphoreLimits, Semaphore } from './semaphore.ts';

/** A page without a stream polls instead. Many people may share a network. */
export const STREAM_LIMITS: SemaphoreLimits = { inAll: 600, perNetwork: 24 };

export class OpenStreams {
  readonly #semaphore: Semaphore;
  readonly #closing = new AbortController();

  constructor(limits = STREAM_LIMITS) {
    this.#semaphore = new Semaphore(limits);
  }

  /** Counts a stream until `ending` aborts. Returns the signal that ends it; null at the limit. */
  open(network: string | null, ending: AbortSignal): AbortSignal | null {
    const release = this.#closing.signal.aborted ? null : this.#semaphore.acquire(network);
    if (!release) return null;
    ending.addEventListener('abort', release, { once: true });
    return AbortSignal.any([ending, this.#closing.signal]);
  }

  close(): void {
    this.#closing.abort();
  }
}

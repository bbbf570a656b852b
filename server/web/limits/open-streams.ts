import { type SemaphoreLimits, Semaphore } from './semaphore.ts';

/** A page that gets no stream polls instead. Many people may share a network. */
export const STREAM_LIMITS: SemaphoreLimits = { inAll: 600, perNetwork: 24 };

/** The open streams: their number is limited, and they end when the server stops. */
export class OpenStreams {
  readonly #semaphore: Semaphore;
  readonly #closing = new AbortController();

  constructor(limits = STREAM_LIMITS) {
    this.#semaphore = new Semaphore(limits);
  }

  /**
   * Counts a stream of a client's network until `ending` is aborted. Returns the signal that ends the stream; null when the limit is
   * reached.
   */
  open(network: string | null, ending: AbortSignal): AbortSignal | null {
    const release = this.#closing.signal.aborted ? null : this.#semaphore.acquire(network);
    if (!release) return null;
    ending.addEventListener('abort', release, { once: true });
    return AbortSignal.any([ending, this.#closing.signal]);
  }

  /** Ends every stream, and refuses new ones. */
  close(): void {
    this.#closing.abort();
  }
}

/** Open streams: their number is limited, and they end when the server stops. */
import { type PlaceLimits, Places } from './places.ts';

/** Without a place a page polls now and then. Many people may share a network. */
export const STREAM_LIMITS: PlaceLimits = { inAll: 600, perNetwork: 24 };

export class OpenStreams {
  readonly #places: Places;
  readonly #closing = new AbortController();

  constructor(limits = STREAM_LIMITS) {
    this.#places = new Places(limits);
  }

  /**
   * Takes a place for a stream of a client's network, until `ending` is aborted. Returns the signal that ends the stream; null when there
   * is no place.
   */
  enter(network: string | null, ending: AbortSignal): AbortSignal | null {
    const leave = this.#closing.signal.aborted ? null : this.#places.enter(network);
    if (!leave) return null;
    ending.addEventListener('abort', leave, { once: true });
    return AbortSignal.any([ending, this.#closing.signal]);
  }

  /** Ends every stream, and refuses new ones. */
  close(): void {
    this.#closing.abort();
  }
}

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

  /** Aborted when every stream must end. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Takes a place for a stream of a client's network; returns a function that frees it, or null when there is none. */
  enter(network: string | null): (() => void) | null {
    return this.#closing.signal.aborted ? null : this.#places.enter(network);
  }

  /** Ends every stream, and refuses new ones. */
  close(): void {
    this.#closing.abort();
  }
}

/**
 * The values of a generator, which is ended as soon as its reader leaves, even before the first value or in the middle of a wait;
 * `ended` is called exactly once.
 */
export function endingWith<Value>(
  make: (signal: AbortSignal) => AsyncGenerator<Value, void, void>,
  signal: AbortSignal,
  ended: () => void,
): AsyncIterableIterator<Value, void, void> {
  const leaving = new AbortController();
  const values = make(AbortSignal.any([signal, leaving.signal]));
  signal.addEventListener('abort', ended, { once: true });
  const end = () => {
    leaving.abort();
    signal.removeEventListener('abort', ended);
    ended();
  };
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      try {
        const result = await values.next();
        if (result.done) end();
        return result;
      } catch (error) {
        end();
        throw error;
      }
    },
    async return() {
      end();
      return values.return();
    },
  };
}

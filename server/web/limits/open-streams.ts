/** Open streams: their number is limited, and they end when the server stops. */

export interface StreamLimits {
  readonly perNetwork: number;
  readonly inAll: number;
}

/** Without a place a page polls now and then. Many people may share a network, so one has many places. */
export const STREAM_LIMITS: StreamLimits = { perNetwork: 24, inAll: 600 };

export class OpenStreams {
  readonly #limits: StreamLimits;
  /** The network of each stream; null for one of the process itself. */
  readonly #open = new Set<{ readonly network: string | null }>();
  readonly #closing = new AbortController();

  constructor(limits: StreamLimits = STREAM_LIMITS) {
    this.#limits = limits;
  }

  /** Aborted when every stream must end. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Takes a place for a client's stream; returns a function that frees it, or null when there is none. */
  enter(network: string | null): (() => void) | null {
    const { perNetwork, inAll } = this.#limits;
    if (this.#open.size >= inAll || this.#closing.signal.aborted) return null;
    const ofNetwork = Array.from(this.#open).filter((place) => place.network === network).length;
    if (network !== null && ofNetwork >= perNetwork) return null;
    const place = { network };
    this.#open.add(place);
    return () => void this.#open.delete(place);
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

/** Open streams: their number is limited, and they end when the server stops. */
import type { Network, Networks } from '../http/client-address.ts';

export interface StreamLimits {
  /** For a client's narrowest network; a wider one has a multiple of it. */
  readonly perNetwork: number;
  /** For strangers in total. A known customer gets in beyond it, with as many as one network. */
  readonly inAll: number;
}

/**
 * Many people may share one network address, and one client can appear as many by dropping its cookies: so networks are counted,
 * generously, and not browsers. Without a place the page polls now and then.
 */
export const STREAM_LIMITS: StreamLimits = { perNetwork: 24, inAll: 400 };

export class OpenStreams {
  readonly #limits: StreamLimits;
  readonly #byNetwork = new Map<string, number>();
  readonly #closing = new AbortController();
  #inAll = 0;

  constructor(limits: StreamLimits = STREAM_LIMITS) {
    this.#limits = limits;
  }

  /** Aborted when every stream must end. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Takes a place for a client's stream; returns a function that frees it, or null when there is none. */
  async enter(networks: Networks, knownAs: () => Promise<string | null>): Promise<(() => void) | null> {
    const isFull = () => this.#inAll >= this.#limits.inAll;
    const customer = isFull() ? await knownAs() : null;
    if (isFull() && customer === null) return null;
    // A cookie can be copied to many networks, so the customer counts as one more network.
    const counted = customer === null ? networks : [...networks, { name: customer, allowance: 1 }];
    if (counted.some((each) => this.#isFull(each)) || this.#closing.signal.aborted) return null;
    for (const { name } of counted) this.#byNetwork.set(name, this.#openOf(name) + 1);
    this.#inAll += 1;
    let isInside = true;
    return () => {
      if (isInside) this.#leave(counted);
      isInside = false;
    };
  }

  /** Ends every stream, and refuses new ones. */
  close(): void {
    this.#closing.abort();
  }

  #openOf(name: string): number {
    return this.#byNetwork.get(name) ?? 0;
  }

  #isFull({ name, allowance }: Network): boolean {
    return this.#openOf(name) >= this.#limits.perNetwork * allowance;
  }

  #leave(networks: Networks): void {
    for (const { name } of networks) {
      const open = this.#openOf(name) - 1;
      if (open > 0) this.#byNetwork.set(name, open);
      else this.#byNetwork.delete(name);
    }
    this.#inAll -= 1;
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

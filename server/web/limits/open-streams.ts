/** Answers that go on for as long as a browser reads them: how many there may be, and their end when the server stops. */
import type { Network, Networks } from '../http/client-address.ts';

export interface StreamLimits {
  /** For a client's narrowest network; a wider one has a multiple of it. */
  readonly perNetwork: number;
  /** For strangers. A known customer gets in beyond it, with as many as one network. */
  readonly inAll: number;
}

/**
 * Many people can be behind one network's address, and one client can appear as many by dropping its cookies: so networks are
 * counted, generously, and not browsers. For whom there is no place the page looks again by itself now and then.
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

  /** Aborted when every answer is to come to its end. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Takes a place for an answer to a client; returns how to give it back, or null when there is none. */
  enter(networks: Networks, knownAs: () => string | null): (() => void) | null {
    const isBeyond = this.#inAll >= this.#limits.inAll;
    const customer = isBeyond ? knownAs() : null;
    if (isBeyond && customer === null) return null;
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

  /** Ends every answer, and lets none begin. */
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
 * The values of a generator, which is told to stop as soon as nobody reads them any more, be it before the first one or in
 * the middle of a wait; `ended` is called once whatever ends them.
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

export interface PlaceLimits {
  readonly inAll: number;
  readonly perNetwork: number;
}

/** Places for what takes a while, of which one network gets some. */
export class Places {
  readonly #limits: PlaceLimits;
  readonly #taken = new Set<{ readonly network: string | null }>();

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  get isFull(): boolean {
    return this.#taken.size >= this.#limits.inAll;
  }

  /**
   * Takes a place; returns a function that frees it, or null when there is none. `network` is the client's; null for a call of the
   * process itself.
   */
  enter(network: string | null): (() => void) | null {
    if (this.isFull) return null;
    const ofNetwork = Array.from(this.#taken).filter((place) => place.network === network).length;
    if (network !== null && ofNetwork >= this.#limits.perNetwork) return null;
    const place = { network };
    this.#taken.add(place);
    return () => void this.#taken.delete(place);
  }
}

export interface SemaphoreLimits {
  readonly inAll: number;
  readonly perNetwork: number;
}

export class Semaphore {
  readonly #limits: SemaphoreLimits;
  readonly #acquired = new Set<{ readonly network: string | null }>();

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits;
  }

  get isFull(): boolean {
    return this.#acquired.size >= this.#limits.inAll;
  }

  /** Returns a function that releases; null at the limit. Network null: the process's own call. */
  acquire(network: string | null): (() => void) | null {
    if (this.isFull) return null;
    const ofNetwork = Array.from(this.#acquired).filter((permit) => permit.network === network).length;
    if (network !== null && ofNetwork >= this.#limits.perNetwork) return null;
    const permit = { network };
    this.#acquired.add(permit);
    return () => void this.#acquired.delete(permit);
  }
}

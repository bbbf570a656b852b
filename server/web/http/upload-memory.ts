/** Memory that a piece takes beside its bytes. */
const PIECE_BYTES = 128;

/** A request whose files are held in memory until they are taken. */
export interface Upload {
  /** Holds a piece of a file that arrives. */
  hold(bytes: number): void;
  /** The file is there, and is being taken: from now on the request is not cut off. */
  complete(): void;
  /** The file is not in memory any more; the next one may arrive. */
  release(): void;
}

interface Held {
  readonly network: string;
  readonly cutOff: () => void;
  bytes: number;
  isArriving: boolean;
}

/**
 * Bytes of files that arrive, and of those that wait to be taken, over all requests. Beyond the bound a request is cut off whose file is
 * still arriving: of the network that holds most, the one that holds most. So a flood of files that never end costs its own network.
 */
export class UploadMemory {
  readonly #most: number;
  readonly #held = new Set<Held>();
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts a request of a network; `cutOff` ends it. */
  enter(network: string, cutOff: () => void): Upload {
    const held: Held = { network, cutOff, bytes: 0, isArriving: true };
    return {
      hold: (bytes) => {
        held.bytes += bytes + PIECE_BYTES;
        this.#bytes += bytes + PIECE_BYTES;
        this.#held.add(held);
        while (this.#bytes > this.#most && this.#cutOffHeaviest());
      },
      complete: () => {
        held.isArriving = false;
      },
      release: () => {
        this.#release(held);
        held.isArriving = true;
      },
    };
  }

  #release(held: Held): void {
    this.#bytes -= held.bytes;
    held.bytes = 0;
    this.#held.delete(held);
  }

  /** Returns false when no request can be cut off. */
  #cutOffHeaviest(): boolean {
    const arriving = Array.from(this.#held).filter(({ isArriving }) => isArriving);
    const networks = Map.groupBy(arriving, ({ network }) => network);
    const heaviest = largest(networks.values(), (group) => group.reduce((sum, { bytes }) => sum + bytes, 0));
    const next = heaviest && largest(heaviest, ({ bytes }) => bytes);
    if (!next) return false;
    this.#release(next);
    next.cutOff();
    return true;
  }
}

function largest<Item>(items: Iterable<Item>, sizeOf: (item: Item) => number): Item | undefined {
  let found: Item | undefined;
  for (const item of items) if (found === undefined || sizeOf(item) > sizeOf(found)) found = item;
  return found;
}

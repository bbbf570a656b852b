/** The same seed gives the same choices (mulberry32). */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** `to` is excluded. */
  between(from: number, to: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return from + ((to - from) * ((mixed ^ (mixed >>> 14)) >>> 0)) / 4_294_967_296;
  }

  happens(probability: number): boolean {
    return this.between(0, 1) < probability;
  }

  pick<Thing>(things: readonly Thing[]): Thing {
    return things[Math.floor(this.between(0, things.length))]!;
  }
}

/** Chance that repeats: the same seed gives the same numbers in the same order (mulberry32). */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 up to 1, excluded. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A number between two others. */
  between(from: number, to: number): number {
    return from + (to - from) * this.next();
  }

  /** A whole number from 0 up to `end`, excluded. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** Whether something of this probability happens. */
  happens(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Thing>(things: readonly [Thing, ...Thing[]] | readonly Thing[]): Thing {
    const thing = things[this.below(things.length)];
    if (thing === undefined) throw new Error('there is nothing to pick from');
    return thing;
  }

  /** One of the names, each as likely as its share; the shares add up to 1. */
  share<Name extends string>(shares: Readonly<Record<Name, number>>): Name {
    const names = Object.keys(shares) as Name[];
    let left = this.next();
    for (const name of names) {
      left -= shares[name];
      if (left < 0) return name;
    }
    return names.at(-1)!;
  }
}

import { randomBytes } from 'node:crypto';

const DRAWN_AT_ONCE = 16_384;

/** Random bytes from the system, drawn in large blocks: drawing twelve costs as much as thousands. Each byte is returned once. */
export class RandomBytes {
  #drawn = randomBytes(DRAWN_AT_ONCE);
  #used = 0;

  take(count: number): Buffer {
    if (this.#used + count > DRAWN_AT_ONCE) {
      this.#drawn = randomBytes(DRAWN_AT_ONCE);
      this.#used = 0;
    }
    this.#used += count;
    return this.#drawn.subarray(this.#used - count, this.#used);
  }
}

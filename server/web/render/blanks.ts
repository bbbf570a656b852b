/**
 * Pages that differ between visitors only by a nonce and an idempotency key. They are rendered and compressed once, with a blank for each,
 * and filled in for each visitor without doing either again.
 */
import { randomUUID } from 'node:crypto';
import { brotliDecompressSync, constants, createBrotliCompress } from 'node:zlib';

/** What is filled in: texts as long as their blanks. */
export interface Filling {
  /** Of the page's scripts. */
  readonly nonce: string;
  /** Of its form. */
  readonly key: string;
}

/** Texts that stand where a page is filled in. Of different characters in no order: a compressor leaves them as they are. */
export const BLANKS: Filling = {
  nonce: 'kD3zQ9VfYn2Sa7wXeP5MtRbHj8Wc1LgU4xTi',
  key: 'q7Zx0JvK4mGw9TyB2hNc8RfL5sXd1PuQ3kVj',
};

const NAMES = ['nonce', 'key'] as const;

export function newFilling(): Filling {
  return { nonce: newNonce(), key: randomUUID() };
}

/** A nonce for the content security policy. Node makes random UUIDs in advance, many at a time. */
export function newNonce(): string {
  return randomUUID();
}

/** As small as at the best quality, in an eighth of its time; the window is larger than a page. */
const PARAMETERS = {
  [constants.BROTLI_PARAM_QUALITY]: 5,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_LGWIN]: 18,
};

interface Place {
  readonly name: (typeof NAMES)[number];
  readonly at: number;
}

/** Every place of a text in bytes. */
function placesOf(bytes: Buffer, name: Place['name']): Place[] {
  const places: Place[] = [];
  const text = BLANKS[name];
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + text.length)) places.push({ name, at });
  return places;
}

function filledIn(bytes: Buffer, places: readonly Place[], filling: Filling): Buffer<ArrayBuffer> {
  const filled = Buffer.from(bytes);
  for (const { name, at } of places) filled.write(filling[name], at, 'latin1');
  return filled;
}

/** Compresses the first of each blank apart. Those after it are references to the first, so that they need no filling in. */
async function compressed(html: Buffer, firsts: readonly Place[]): Promise<Buffer> {
  const packer = createBrotliCompress({ params: PARAMETERS });
  let from = 0;
  for (const { name, at } of firsts) {
    const end = at + BLANKS[name].length;
    for (const part of [html.subarray(from, at), html.subarray(at, end)]) {
      packer.write(part);
      packer.flush(constants.BROTLI_OPERATION_FLUSH);
    }
    from = end;
  }
  packer.end(html.subarray(from));
  return Buffer.concat(await packer.toArray());
}

/** Other texts than the blanks at each of their characters. */
const TRIAL: Filling = { nonce: '-'.repeat(BLANKS.nonce.length), key: '-'.repeat(BLANKS.key.length) };

interface Packed {
  readonly bytes: Buffer;
  readonly places: readonly Place[];
}

/** A page with blanks. */
export class BlankPage {
  readonly #html: Buffer;
  readonly #places: readonly Place[];
  readonly #packed: Packed | null;

  /** Compresses the page for those who accept Brotli. */
  static async of(html: Buffer): Promise<BlankPage> {
    const places = NAMES.flatMap((name) => placesOf(html, name));
    const firsts = NAMES.flatMap((name) => places.find((place) => place.name === name) ?? []);
    const inOrder = firsts.toSorted((a, b) => a.at - b.at);
    const bytes = await compressed(html, inOrder);
    const page = new BlankPage(html, places, { bytes, places: NAMES.flatMap((name) => placesOf(bytes, name)) });
    // A compressor may do otherwise. Then each visitor's page is compressed for them.
    return page.#isPackedAlike() ? page : new BlankPage(html, places, null);
  }

  private constructor(html: Buffer, places: readonly Place[], packed: Packed | null) {
    this.#html = html;
    this.#places = places;
    this.#packed = packed;
  }

  html(filling: Filling): Buffer<ArrayBuffer> {
    return filledIn(this.#html, this.#places, filling);
  }

  /** Compressed with Brotli; null if it cannot be filled in. */
  brotli(filling: Filling): Buffer<ArrayBuffer> | null {
    return this.#packed && filledIn(this.#packed.bytes, this.#packed.places, filling);
  }

  #isPackedAlike(): boolean {
    try {
      return brotliDecompressSync(this.brotli(TRIAL)!).equals(this.html(TRIAL));
    } catch {
      return false;
    }
  }
}

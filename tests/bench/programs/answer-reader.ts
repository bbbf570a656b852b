export interface Answer {
  readonly status: number;
  /** Bytes after the headers, as they came over the wire. */
  readonly bodyBytes: number;
}

const END_OF_HEADERS = Buffer.from('\r\n\r\n');
const END_OF_CHUNKS = Buffer.from('0\r\n\r\n');

/** Reads HTTP/1.1 answers off a connection, no more of them than where each ends. One request is in flight at a time. */
export class AnswerReader {
  readonly #done: (answer: Answer) => void;
  #received: Buffer[] = [];
  #length = 0;

  constructor(done: (answer: Answer) => void) {
    this.#done = done;
  }

  take(chunk: Buffer): void {
    this.#received.push(chunk);
    this.#length += chunk.length;
    const [first] = this.#received;
    const start = this.#received.length === 1 && first ? first : this.#join();
    const headersEnd = start.indexOf(END_OF_HEADERS);
    if (headersEnd < 0) return;
    const head = start.toString('latin1', 0, headersEnd).toLowerCase();
    const bodyBytes = this.#length - headersEnd - END_OF_HEADERS.length;
    const length = /\ncontent-length: *(\d+)/.exec(head)?.[1];
    const isWhole = length === undefined ? this.#endsChunks(chunk) : bodyBytes >= Number(length);
    if (!isWhole) return;
    this.#received = [];
    this.#length = 0;
    this.#done({ status: Number(head.slice(9, 12)), bodyBytes });
  }

  /** The last chunk may have arrived in pieces. */
  #endsChunks(chunk: Buffer): boolean {
    const tail = chunk.length >= END_OF_CHUNKS.length ? chunk : this.#join();
    return tail.subarray(-END_OF_CHUNKS.length).equals(END_OF_CHUNKS);
  }

  #join(): Buffer {
    const whole = Buffer.concat(this.#received);
    this.#received = [whole];
    return whole;
  }
}

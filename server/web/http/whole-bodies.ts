import type { IncomingMessage, ServerResponse } from 'node:http';

/** Bytes of a body without files. */
export const BODY_LIMIT = 64 * 1024;

const NO_LENGTH = 'Send the body in one piece, with a Content-Length.';

/** Pieces of a body that are kept apart: a piece takes memory and time of its own, however small. */
const MOST_PIECES = 64;

interface Arriving {
  readonly request: IncomingMessage;
  bytes: number;
}

/**
 * Receives the body of each request before anything is done for it: admission control counts work, and that begins when the body is there.
 * What is not announced as 64 KB at most is passed on without its body, and answered with 413. A body in chunks is refused: it costs
 * time by the chunk, and no browser sends one for a form or a call.
 */
export class WholeBodies {
  readonly #most: number;
  readonly #requestMs: number;
  readonly #arriving = new Set<Arriving>();
  #bytes = 0;

  /** `most`: bytes of bodies that may be arriving, over all connections. `requestMs`: time for one, in milliseconds. */
  constructor(most: number, requestMs: number) {
    this.#most = most;
    this.#requestMs = requestMs;
  }

  /** Calls `answer` when the body is there: as `rawBody`, where the adapter of the application looks for it. */
  receive(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
    if (request.headers['transfer-encoding'] !== undefined) {
      response.writeHead(411, { connection: 'close', 'content-type': 'text/plain; charset=utf-8' });
      response.end(NO_LENGTH, () => request.socket.destroy());
      return;
    }
    const length = Number(request.headers['content-length'] ?? 0);
    if (length === 0) {
      answer();
      return;
    }
    const late = setTimeout(() => tooLate(request), this.#requestMs);
    request.once('end', () => clearTimeout(late));
    request.once('close', () => clearTimeout(late));
    if (length > BODY_LIMIT) {
      answer();
      return;
    }
    const arriving = { request, bytes: 0 };
    const chunks: Buffer[] = [];
    this.#arriving.add(arriving);
    request.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (chunks.length === MOST_PIECES) chunks.splice(0, MOST_PIECES, Buffer.concat(chunks));
      arriving.bytes += chunk.length;
      this.#bytes += chunk.length;
      if (this.#bytes > this.#most) this.#makeRoom();
    });
    request.once('end', () => {
      this.#leave(arriving);
      Object.assign(request, { rawBody: Buffer.concat(chunks) });
      answer();
    });
    request.once('close', () => this.#leave(arriving));
    // The client has left: there is no response to send, and the connection ends.
    request.on('error', () => {});
  }

  /** Disconnects the client that has sent most of a body that is not complete: those of customers are small. */
  #makeRoom(): void {
    let largest: Arriving | null = null;
    for (const each of this.#arriving) if (each.bytes > (largest?.bytes ?? 0)) largest = each;
    if (!largest) return;
    this.#leave(largest);
    largest.request.socket.destroy();
  }

  #leave(arriving: Arriving): void {
    if (this.#arriving.delete(arriving)) this.#bytes -= arriving.bytes;
  }
}

/** As Node answers a request that takes too long: its own limit is the longer one of uploads. */
function tooLate({ socket }: IncomingMessage): void {
  socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => socket.destroy());
}

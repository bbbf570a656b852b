import type { Socket } from 'node:net';

const LINE_END = '\r\n';

/** Requests, and lines, that a client may send within 64 kB at once. Browsers send one request with about 20 lines. */
export const MOST_IN_ONE_READ = { requests: 8, lines: 500 };

/** Whether bytes contain more requests, header lines or chunks than a client sends at once. Stops counting at the first excess. */
function isFlood(bytes: Buffer): boolean {
  let requests = 0;
  let lines = 0;
  let before = -1;
  for (let at = bytes.indexOf(LINE_END); at !== -1; at = bytes.indexOf(LINE_END, at + 2)) {
    if (at === before + 2) requests += 1;
    lines += 1;
    if (requests > MOST_IN_ONE_READ.requests || lines > MOST_IN_ONE_READ.lines) return true;
    before = at;
  }
  return false;
}

/**
 * Disconnects a client that sends more requests or lines at once than Node's parser can handle in about 1 ms. The parser handles all bytes of
 * a read before any limit: 64 kB of tiny requests keep it busy for 15 ms, on each of a client's connections. Call it when Node has
 * attached its parser to the connection.
 */
export function guardParser(socket: Socket): void {
  const parsers = socket.listeners('data');
  socket.removeAllListeners('data');
  socket.on('data', (bytes: Buffer) => {
    if (isFlood(bytes)) socket.destroy();
    else for (const parse of parsers) Reflect.apply(parse, socket, [bytes]);
  });
}

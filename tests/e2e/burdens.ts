/** Clients that hold connections without being visitors. */
import type { Socket } from 'node:net';
import { rpcPath } from '#shared/calls/rpc.ts';

const REQUESTS_AHEAD = 8;

export function requestFor(path: string, ...headers: readonly string[]): string {
  return [`GET ${path} HTTP/1.1`, 'host: localhost', ...headers, '', ''].join('\r\n');
}

/** Sends something at once, and a byte a second from then on. */
function trickle(...lines: readonly string[]): (socket: Socket) => void {
  return (socket) => {
    socket.write(lines.join('\r\n'));
    const timer = setInterval(() => socket.write('x'), 1000);
    socket.once('close', () => clearInterval(timer));
    socket.resume();
  };
}

const CALL = [`POST ${rpcPath('hold')} HTTP/1.1`, 'host: localhost', 'sec-fetch-site: same-origin'];

/** What a client does once it is connected, by its kind. */
export const BURDENS = {
  idle: (socket: Socket) => void socket.resume(),
  'slow headers': trickle('GET / HTTP/1.1', 'host: localhost', 'x-slow: '),
  'slow body': trickle(...CALL, 'content-type: application/json', 'content-length: 1000', '', ''),
  /** Keeps eight requests ahead of their responses, for as long as the server answers. */
  pipelining: (socket: Socket) => {
    const page = requestFor('/', 'accept-encoding: br');
    socket.write(page.repeat(REQUESTS_AHEAD));
    socket.on('data', (chunk: Buffer) => {
      const responses = chunk.toString('latin1').split('HTTP/1.1 ').length - 1;
      if (responses > 0) socket.write(page.repeat(responses));
    });
  },
} as const satisfies Record<string, (socket: Socket) => void>;

import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { SERVER_LIMITS, type ServerLimits, listen } from '#server/web/http/listen.ts';

/** Serves an application on a free port, with these limits overridden. */
export async function serveReal(
  { fetch }: Pick<Parameters<typeof listen>[0], 'fetch'>,
  limits: Partial<ServerLimits> = {},
): Promise<number> {
  const server: Server = listen({
    fetch,
    port: 0,
    hostname: '127.0.0.1',
    limits: { ...SERVER_LIMITS, checkMs: 20, ...limits },
  });
  if (!server.listening) await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A client that sends exactly these bytes. */
export class RawClient {
  readonly socket: Socket;
  /** All bytes from the server until the connection closed. */
  readonly heard: Promise<string>;
  #text = '';

  /** `from` is an address of this machine. */
  constructor(port: number, from = '127.0.0.1') {
    this.socket = connect({ port, host: '127.0.0.1', localAddress: from });
    this.socket.setNoDelay(true);
    this.socket.on('data', (chunk) => (this.#text += chunk.toString('latin1')));
    this.heard = new Promise((resolve) => {
      // The server may close while the client sends; earlier bytes still count.
      this.socket.on('error', () => {});
      this.socket.on('close', () => resolve(this.#text));
    });
    onTestFinished(() => void this.socket.destroy());
  }

  say(...lines: readonly string[]): this {
    this.socket.write(lines.join('\r\n'));
    return this;
  }
}

/** The response to one request, after which the connection has to be closed by either side. */
export function saying(port: number, ...lines: readonly string[]): Promise<string> {
  return new RawClient(port).say(...lines).heard;
}

export function statusOf(heard: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1] ?? 0);
}

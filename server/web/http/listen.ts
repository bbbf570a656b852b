import { type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';

/** Limits of connections. Times are in milliseconds. */
export const SERVER_LIMITS = {
  /** For all headers of a request. */
  headersMs: 5000,
  /** For a whole request with files. `readBody` limits others. */
  requestMs: 600_000,
  /** Between two requests. Longer than Caddy (two minutes), nginx and Fly.io (one), because the proxy has to close first. */
  keepAliveMs: 125_000,
  /** Without a byte in either direction during a request or its response. */
  silenceMs: 60_000,
  /** How often Node checks `headersMs` and `requestMs`. */
  checkMs: 1000,
  /** More than `hard_limit` in fly.toml, so that the proxy refuses first. A further connection is closed as soon as it is accepted. */
  connections: 5000,
  /** Requests of one connection: the one in flight, and those that wait for it. */
  pipelined: 8,
};

export type ServerLimits = typeof SERVER_LIMITS;

/** Bytes of all headers of a request. */
const HEADER_BYTES = 16 * 1024;

interface Listening {
  readonly fetch: (request: Request, env: object) => Response | Promise<Response>;
  readonly port: number;
  readonly hostname: string;
  readonly limits?: ServerLimits;
  readonly onListening?: (port: number) => void;
}

/**
 * Answers the requests of a connection one after another, and ends a connection on which too many wait. Node itself parses any number of
 * requests that a client sends ahead, and begins all of them at once.
 */
function serializePipelined(answer: RequestListener, most: number): RequestListener {
  const queues = new WeakMap<Socket, (() => void)[]>();
  return (request, response) => {
    const { socket } = request;
    const queue = queues.get(socket) ?? [];
    if (queue.length >= most) return void socket.destroy();
    queues.set(socket, queue);
    queue.push(() => answer(request, response));
    response.once('close', () => {
      queue.shift();
      const [next] = queue;
      // In the next turn of the event loop, so that other clients are served in between.
      if (next) setImmediate(() => (socket.destroyed ? undefined : next()));
    });
    if (queue.length === 1) queue[0]?.();
  };
}

/** Serves the application over HTTP/1.1. Node closes slow and silent connections, and answers protocol errors: 400, 408 and 431. */
export function listen({ fetch, port, hostname, limits = SERVER_LIMITS, onListening }: Listening): Server {
  const serverOptions = {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkMs,
    maxHeaderSize: HEADER_BYTES,
  };
  const createSerialServer = (options: object, answer: RequestListener) =>
    createServer(options, serializePipelined(answer, limits.pipelined));
  const server = createAdaptorServer({
    fetch,
    hostname,
    serverOptions,
    createServer: createSerialServer as typeof createServer,
  }) as Server;
  server.maxConnections = limits.connections;
  server.setTimeout(limits.silenceMs);
  server.listen(port, hostname, () => onListening?.((server.address() as AddressInfo).port));
  return server;
}

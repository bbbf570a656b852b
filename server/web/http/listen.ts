import { type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';

export const SERVER_LIMITS = {
  headersMs: 5000,
  /** With files. `readBody` limits others. */
  requestMs: 600_000,
  /** Longer than Caddy (two minutes), nginx and Fly.io (one), because the proxy has to close first. */
  keepAliveMs: 125_000,
  silenceMs: 60_000,
  checkMs: 1000,
  /** More than `hard_limit` in fly.toml, so that the proxy refuses first. */
  connections: 5000,
  pipelined: 8,
};

export type ServerLimits = typeof SERVER_LIMITS;

const HEADER_BYTES = 16 * 1024;

interface Listening {
  readonly fetch: (request: Request, env: object) => Response | Promise<Response>;
  readonly port: number;
  readonly hostname: string;
  readonly limits?: ServerLimits;
  readonly onListening?: (port: number) => void;
}

/** One after another, because Node begins all at once. Ends a connection with too many. */
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
      if (next) setImmediate(() => (socket.destroyed ? undefined : next()));
    });
    if (queue.length === 1) queue[0]?.();
  };
}

/** Node closes slow and silent connections, and answers protocol errors: 400, 408 and 431. */
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

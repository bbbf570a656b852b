import { type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';

/** Limits of connections. Times are in milliseconds. */
export interface ServerLimits {
  /** For all headers of a request. */
  readonly headersMs: number;
  /** For a whole request: one with files may take this long, others have `readBody`. */
  readonly requestMs: number;
  /** How long a connection may stay open between two requests. */
  readonly keepAliveMs: number;
  /** How long a connection may read and write nothing while a request or its response is under way. */
  readonly silenceMs: number;
  /** How often the times of headers and requests are checked. */
  readonly checkMs: number;
  /** More are closed as soon as they are accepted. */
  readonly connections: number;
  /** Requests of one connection: one that is answered, and those that wait for it. */
  readonly pipelined: number;
}

export const SERVER_LIMITS: ServerLimits = {
  headersMs: 5000,
  requestMs: 600_000,
  // Longer than Caddy (two minutes), nginx and Fly.io (one) keep an idle connection: the proxy has to be the side that closes it.
  keepAliveMs: 125_000,
  silenceMs: 60_000,
  checkMs: 1000,
  // More than `hard_limit` in fly.toml: the proxy then answers, instead of a connection that ends.
  connections: 5000,
  pipelined: 8,
};

/** Bytes of all headers of a request. */
const HEADER_BYTES = 16 * 1024;

/** Connections that the system keeps until they are accepted; of more than that each one waits for a second and tries again. */
const UNACCEPTED = 4096;

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
function oneAtATime(answer: RequestListener, most: number): RequestListener {
  const lines = new WeakMap<Socket, (() => void)[]>();
  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket) ?? [];
    if (line.length >= most) {
      socket.destroy();
      return;
    }
    lines.set(socket, line);
    line.push(() => answer(request, response));
    response.once('close', () => {
      line.shift();
      const [next] = line;
      // In another turn of the event loop, so that other clients have theirs in between.
      if (next) setImmediate(() => (socket.destroyed ? undefined : next()));
    });
    if (line.length === 1) line[0]?.();
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
  const inTurn = (options: object, answer: RequestListener) =>
    createServer(options, oneAtATime(answer, limits.pipelined));
  const server = createAdaptorServer({
    fetch,
    hostname,
    serverOptions,
    createServer: inTurn as typeof createServer,
  }) as Server;
  server.maxConnections = limits.connections;
  server.setTimeout(limits.silenceMs);
  // Node would answer 417 itself, to a request that isn't counted. The header may be ignored (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.listen({ port, host: hostname, backlog: UNACCEPTED }, () =>
    onListening?.((server.address() as AddressInfo).port),
  );
  return server;
}

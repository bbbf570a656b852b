import { type IncomingMessage, type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Config } from '../../process/config.ts';
import type { TrustedProxy } from '../../process/config-variables.ts';
import { networksOf } from './client-address.ts';
import { type ConnectionLimits, Connections } from './connections.ts';
import { refuseLongHeader } from './long-headers.ts';
import { ParserGuard } from './parser-guard.ts';
import { WholeBodies } from './whole-bodies.ts';

/** Timeouts for slow clients, and the number of clients. Times are in milliseconds. */
export interface ServerLimits extends ConnectionLimits {
  /** For all headers of a request. */
  readonly headersMs: number;
  /** For a whole request. */
  readonly requestMs: number;
  /** For a whole request with files. */
  readonly uploadMs: number;
  /** How long a connection stays open between requests. */
  readonly idleMs: number;
  /** How often timeouts are checked. */
  readonly lookMs: number;
  /** Bytes of all headers of a request. */
  readonly headerBytes: number;
  readonly connections: number;
  /** Bytes of bodies that may be arriving at once. */
  readonly arrivingBytes: number;
  /** Of a client's narrowest network (an IPv4 address, a /64); wider ones have multiples of it. */
  readonly connectionsPerNetwork: number;
}

export const SERVER_LIMITS: ServerLimits = {
  headersMs: 5000,
  requestMs: 8000,
  uploadMs: 600_000,
  stalledMs: 30_000,
  uploadStep: 64 * 1024,
  slowMs: 300_000,
  idleMs: 30_000,
  lookMs: 1000,
  headerBytes: 16 * 1024,
  pipelined: 8,
  unsentBytes: 64 * 1024 * 1024,
  arrivingBytes: 32 * 1024 * 1024,
  connections: 4000,
  connectionsPerNetwork: 200,
};

interface Listening {
  readonly fetch: (request: Request, env: object) => Response | Promise<Response>;
  readonly port: number;
  readonly hostname: string;
  /** Behind a proxy all connections are the proxy's, so they are not counted by network. */
  readonly trustedProxy: TrustedProxy | null;
  readonly limits?: ServerLimits;
  readonly onListening?: (port: number) => void;
  /** Whether a request may bring files. */
  readonly takesFiles?: (request: IncomingMessage) => boolean;
  /** Called with each new connection. */
  readonly onConnection?: () => void;
}

/** Connections that the system keeps until they are accepted; of more than that each one waits for a second and tries again. */
const UNACCEPTED = 4096;

/** Longer than the usual proxies keep an idle connection: the proxy must be the side that closes it. */
const IDLE_BEHIND_PROXY_MS = 65_000;

/** The limits of a configuration. `rateLimit` multiplies the number of connections of a network; 0 lifts that limit. */
export function serverLimits({ rateLimit, trustedProxy }: Pick<Config, 'rateLimit' | 'trustedProxy'>): ServerLimits {
  const { idleMs, connectionsPerNetwork } = SERVER_LIMITS;
  return {
    ...SERVER_LIMITS,
    idleMs: trustedProxy === null ? idleMs : IDLE_BEHIND_PROXY_MS,
    connectionsPerNetwork: rateLimit === 0 ? Infinity : connectionsPerNetwork * rateLimit,
  };
}

/** The groups that a connection counts in, narrowest first: a full narrow group makes room before a wider one. */
function groupsOf({ trustedProxy, limits }: { trustedProxy: TrustedProxy | null; limits: ServerLimits }) {
  const everyone = { name: 'everyone', most: limits.connections };
  return (address: string) => {
    if (trustedProxy !== null) return [everyone];
    const networks = networksOf(address).map(({ name, allowance }) => ({
      name,
      most: allowance * limits.connectionsPerNetwork,
    }));
    return [...networks, everyone];
  };
}

/** Clients that share their turns of being read: the widest network, or each connection of a proxy. */
function readingGroup({ remoteAddress = 'gone', remotePort }: Socket, trustedProxy: TrustedProxy | null): string {
  return trustedProxy === null ? (networksOf(remoteAddress).at(-1)?.name ?? '') : `${remoteAddress} ${remotePort}`;
}

/** Serves the application over HTTP/1.1. Node answers protocol errors of clients: 400, 408 and 431. */
export function listen({
  fetch,
  port,
  hostname,
  trustedProxy,
  limits = SERVER_LIMITS,
  onListening,
  takesFiles = () => false,
  onConnection = () => {},
}: Listening): Server {
  const serverOptions = {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.uploadMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: limits.lookMs,
    maxHeaderSize: limits.headerBytes,
  };
  const connections = new Connections(limits, groupsOf({ trustedProxy, limits }));
  const bodies = new WholeBodies(limits.arrivingBytes, limits.requestMs);
  const parserGuard = new ParserGuard();
  const counting = (options: object, answer: RequestListener) =>
    createServer(options, (request, response) => {
      if (!connections.begin(request, response) || refuseLongHeader(request, response)) return;
      // A body in chunks does not say how long it is: it is refused like any other.
      if (takesFiles(request) && request.headers['transfer-encoding'] === undefined) {
        connections.upload(request);
        parserGuard.upload(request.socket, Number(request.headers['content-length'] ?? 0));
        answer(request, response);
        return;
      }
      bodies.receive(request, response, () => {
        connections.work(request);
        answer(request, response);
      });
    });
  const options = { fetch, hostname, serverOptions, createServer: counting as typeof createServer };
  const server = createAdaptorServer(options) as Server;
  server.on('connection', (socket) => {
    onConnection();
    connections.enter(socket);
    parserGuard.guard(socket, () => readingGroup(socket, trustedProxy));
  });
  // Node would answer 417 itself, to a request that no limit has counted. The header may be ignored (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  const looking = setInterval(() => connections.look(), limits.lookMs).unref();
  server.once('close', () => clearInterval(looking));
  server.listen({ port, host: hostname, backlog: UNACCEPTED }, () =>
    onListening?.((server.address() as AddressInfo).port),
  );
  return server;
}

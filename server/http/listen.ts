import type { Server } from 'node:http';
import { serve } from '@hono/node-server';

/** How long slow clients are waited for, and how many clients there may be. Times are in milliseconds. */
export interface ServerLimits {
  /** For all headers of a request. */
  readonly headersMs: number;
  /** For a whole request. */
  readonly requestMs: number;
  /** For a client that takes nothing of its answer, and for an answer that says nothing. */
  readonly stalledMs: number;
  /** How long a connection stays open between requests: longer than the proxies in front of us keep theirs. */
  readonly idleMs: number;
  /** How often the first two are looked at. */
  readonly lookMs: number;
  /** Bytes of all headers of a request. */
  readonly headerBytes: number;
  readonly connections: number;
}

export const SERVER_LIMITS: ServerLimits = {
  headersMs: 5000,
  requestMs: 8000,
  stalledMs: 30_000,
  idleMs: 65_000,
  lookMs: 1000,
  headerBytes: 16 * 1024,
  connections: 4000,
};

interface Listening {
  readonly fetch: (request: Request, env: object) => Response | Promise<Response>;
  readonly port: number;
  readonly hostname: string;
  readonly limits?: ServerLimits;
  readonly onListening?: (port: number) => void;
}

/** Serves the application over HTTP/1.1. What a client does wrong beneath HTTP is answered by node: 400, 408 and 431. */
export function listen({ fetch, port, hostname, limits = SERVER_LIMITS, onListening }: Listening): Server {
  const serverOptions = {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: limits.lookMs,
    maxHeaderSize: limits.headerBytes,
  };
  const server = serve({ fetch, port, hostname, serverOptions }, (address) => onListening?.(address.port)) as Server;
  server.setTimeout(limits.stalledMs);
  server.maxConnections = limits.connections;
  return server;
}

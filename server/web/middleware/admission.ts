import type { Context, MiddlewareHandler } from 'hono';
import { RPC_PREFIX } from '#shared/calls/rpc.ts';
import type { TrustedProxy } from '../../process/config-variables.ts';
import { clientNetwork } from '../http/client-address.ts';
import { textResponse } from '../http/text-response.ts';
import type { Turn, Turns } from '../limits/event-loop-turns.ts';
import type { RequestVariables } from './request-log.ts';

/** Files cost less than waiting. Whatever is asked for below this address, no page is rendered for it. */
const FILES = /^\/assets\//;
/** A notice of a payment must not wait. */
const NOTICE = /^\/webhooks\/[^/]+$/;

const WORDS = 'Too many people are here right now. Nothing was changed. Wait a few seconds, then try again.';
/** Seconds; randomized, so that clients do not return all at once. */
const SOONEST = 2;
const LATEST = 8;

export interface InTurnOptions {
  readonly trustedProxy: TrustedProxy | null;
  /** Paths that never wait. */
  readonly always: ReadonlySet<string>;
}

/** Admission control for requests (`Turns`); a request that would wait too long is told so. */
export function admission(
  turns: Turns,
  { trustedProxy, always }: InTurnOptions,
): MiddlewareHandler<{ Variables: RequestVariables }> {
  return (c, next) => {
    const { method, path } = c.req;
    if (always.has(path) || FILES.test(path) || (method === 'POST' && NOTICE.test(path))) return next();
    const answer = async (turn: Turn | null) => {
      if (turn === null) return sendAway(c);
      try {
        return hasLeft(c) ? sendAway(c) : await next();
      } finally {
        turns.end(turn);
      }
    };
    const turn = turns.take({ customerOf: () => null, groupOf: () => clientNetwork(c, trustedProxy) ?? '' });
    return turn instanceof Promise ? turn.then(answer) : answer(turn);
  };
}

/** Whether the client has disconnected. */
function hasLeft(c: Context): boolean {
  return (c.env as { outgoing?: { destroyed: boolean } } | undefined)?.outgoing?.destroyed ?? false;
}

function sendAway(c: Context<{ Variables: RequestVariables }>): Response | Promise<Response> {
  c.set('refusal', 'busy');
  const seconds = SOONEST + Math.floor(Math.random() * (LATEST - SOONEST + 1));
  const headers = { 'retry-after': String(seconds), 'cache-control': 'no-store' };
  const isForm = c.req.method === 'POST' && c.req.header('content-type') !== 'application/json';
  if (isForm || !c.req.path.startsWith(RPC_PREFIX)) return textResponse(c, WORDS, 503, headers);
  return c.json({ refusal: 'busy', message: WORDS, retryAfter: seconds }, 503, headers);
}

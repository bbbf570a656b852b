import { Hono } from 'hono';
import { z } from 'zod';
import { Cookies } from '#server/web/http/cookies.ts';
import { Sealer } from '#server/web/http/sealing.ts';
import type { RequestVariables } from '#server/web/middleware/request-log.ts';
import type { RequestContext, Handlers } from '#server/web/rpc/handler.ts';
import { mountRpc } from '#server/web/rpc/mount.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { command, query } from '#shared/calls/rpc.ts';

/** A separate contract, so that the mechanism is tested independently of the product. */
export const testContract = {
  greet: query<{ readonly name: string }, { readonly greeting: string }>(),
  nothing: query<void, null>(),
  count: query<{ readonly to: number; readonly breaksAfter?: number }, AsyncIterable<number>>(),
  order: command<{ readonly item: string; readonly pin: string }, { readonly redirect: string }>(),
};

export const sealer = new Sealer(['a secret of the tests, long enough']);
export const NOW = Date.parse('2027-03-01T12:00:00Z');

export interface TestApp {
  readonly app: Hono<{ Variables: RequestVariables }>;
  /** The logged errors. */
  readonly faults: unknown[];
  /** The log of the counting generator. */
  readonly counted: string[];
}

export function createTestApp(): TestApp {
  const faults: unknown[] = [];
  const counted: string[] = [];
  const app = new Hono<{ Variables: RequestVariables }>();
  mountRpc(app, {
    contract: testContract,
    handlers: testHandlers(counted),
    answerWithPage: async (_, __, { to, flash, status }) =>
      Response.json(flash, { status, headers: { 'content-location': to } }),
    contextOf: (c) => {
      const cookies = new Cookies(c.req.header('cookie'), sealer, { isSecure: false, now: NOW });
      const partial = {
        request: {
          id: 'request-1',
          network: null,
          formToken: null,
          ending: new AbortController(),
        },
        cookies,
        clock: { now: () => NOW },
        log: { error: (line: { err: unknown }) => faults.push(line.err) },
        handleStorageError: () => {},
      };
      return partial as unknown as RequestContext;
    },
  });
  return { app, faults, counted };
}

export function testHandlers(counted: string[] = []): Handlers<typeof testContract> {
  return {
    greet: {
      schema: z.strictObject({ name: z.string().min(1, 'Say who you are.') }),
      run: ({ name }) => {
        if (name === 'nobody') throw new Rejected('unknown-booking');
        if (name === 'crowd') throw new Rejected('busy');
        if (name === 'bug') throw new TypeError('secrets of the house');
        return { greeting: `Hello ${name}` };
      },
    },
    nothing: { schema: z.void(), run: () => null },
    count: {
      schema: z.strictObject({ to: z.int(), breaksAfter: z.int().exactOptional() }),
      async *run({ to, breaksAfter = Infinity }) {
        try {
          for (let number = 1; number <= to; number++) {
            if (number > breaksAfter) throw new TypeError('secrets of the house');
            yield number;
          }
        } finally {
          counted.push('ended');
        }
      },
    },
    order: {
      schema: z.strictObject({ item: z.string().min(1, 'Choose something.'), pin: z.string() }),
      form: {
        input: (form) => ({ item: form.get('item'), pin: form.get('pin') }),
        page: () => '/order?step=2',
        show: (form) => (form.get('show') === 'menu' ? '/order?menu=all' : null),
        secrets: ['pin'],
      },
      run: ({ item }, { cookies }) => {
        if (item === 'unicorn') {
          throw new Rejected('slot-taken', { nearest: [{ date: '2027-03-09', claim: 'am' }] });
        }
        cookies.set('session', item);
        return { redirect: '/thanks' };
      },
    },
  };
}

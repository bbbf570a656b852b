import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { BrowserSignInSession } from '#server/accounts/signing-in/sign-in-session.ts';
import type { Handler, RequestContext } from '#server/web/rpc/handler.ts';
import { run } from '#server/web/rpc/pipeline.ts';
import { SendingPage } from '#server/web/rpc/sending-page.ts';
import type { Access } from '#shared/account/page-access.ts';
import type { Role } from '#shared/account/account.ts';

/** A caller whose rights can be revoked. */
function asker(role: Role | null) {
  const rights = { role };
  const signIn = {
    async current() {
      return rights.role === null ? null : { account: 'a1', role: rights.role };
    },
    async stillHolds() {
      return rights.role === role;
    },
  };
  const request = { page: new SendingPage(signIn) } as RequestContext['request'];
  return {
    rights,
    context: { signIn: signIn as BrowserSignInSession, request } as Partial<RequestContext> as RequestContext,
  };
}

function handler(access?: Access): Handler<void, AsyncIterable<number>> {
  return {
    ...(access && { access }),
    schema: z.void(),
    async *run() {
      for (let number = 1; number <= 5; number++) yield number;
    },
  };
}

describe('a call', () => {
  test.each([
    ['user', null, 'not-signed-in'],
    ['admin', null, 'not-signed-in'],
    ['admin', 'user', 'not-allowed'],
  ] as const)('for a %s is refused to %s', async (access, role, refusal) => {
    await expect(run(handler(access), undefined, asker(role).context)).rejects.toMatchObject({ refusal });
  });

  test('that is public never reads the session', async () => {
    const untouchable = new Proxy({} as RequestContext, {
      get() {
        throw new Error('the session must not be read');
      },
    });
    expect(await Array.fromAsync(await run(handler(), undefined, untouchable))).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('a streamed response', () => {
  test('continues while its caller has access', async () => {
    const { context } = asker('admin');
    expect(await Array.fromAsync(await run(handler('admin'), undefined, context))).toEqual([1, 2, 3, 4, 5]);
  });

  test.each([null, 'user'] as const)('ends with the line after its caller became %s', async (role) => {
    const { rights, context } = asker('admin');
    const seen: number[] = [];
    for await (const number of await run(handler('admin'), undefined, context)) {
      seen.push(number);
      if (number === 2) rights.role = role;
    }
    expect(seen).toEqual([1, 2]);
  });

  test('that waits for its next line ends within a second, and ends what makes its lines', async () => {
    const { rights, context } = asker('admin');
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const idle: Handler<void, AsyncIterable<number>> = {
      ...handler('admin'),
      run: () => ({
        [Symbol.asyncIterator]: () => ({
          next: () => new Promise(() => {}),
          async return() {
            end();
            return { done: true, value: undefined };
          },
        }),
      }),
    };
    const lines = Array.fromAsync(await run(idle, undefined, context));
    rights.role = 'user';
    const start = performance.now();
    expect(await lines).toEqual([]);
    await ended;
    expect(performance.now() - start).toBeLessThan(1000);
  });

  test('whose access cannot be read ends with that error', async () => {
    const { context } = asker('admin');
    const idle: Handler<void, AsyncIterable<number>> = {
      ...handler('admin'),
      run: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }),
    };
    const lines = Array.fromAsync(await run(idle, undefined, context));
    vi.spyOn(context.signIn, 'stillHolds').mockRejectedValue(new Error('sealed'));
    await expect(lines).rejects.toThrow('sealed');
  });

  test('is left by its reader while it waits', async () => {
    const { context } = asker('admin');
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const idle: Handler<void, AsyncIterable<number>> = {
      ...handler('admin'),
      run: () => ({
        [Symbol.asyncIterator]: () => ({
          next: () => new Promise(() => {}),
          async return() {
            end();
            return { done: true, value: undefined };
          },
        }),
      }),
    };
    const lines = (await run(idle, undefined, context))[Symbol.asyncIterator]();
    void lines.next();
    expect(await lines.return?.()).toMatchObject({ done: true });
    await ended;
  });
});

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { BrowserSignInSession } from '#server/accounts/signing-in/sign-in-session.ts';
import type { Handler, RequestContext } from '#server/web/rpc/handler.ts';
import { runHandler } from '#server/web/rpc/pipeline.ts';
import type { Access, Role } from '#shared/account/account.ts';

/** A caller whose rights can be revoked. */
function asker(role: Role | null) {
  const rights = { role };
  const signIn = {
    async current() {
      return rights.role === null ? null : { account: 'a1', role: rights.role, formToken: 'of-a1' };
    },
    async stillHolds() {
      return rights.role === role;
    },
  };
  const ending = new AbortController();
  const request = { formToken: null, ending } as Partial<RequestContext['request']> as RequestContext['request'];
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
    await expect(runHandler(handler(access), undefined, asker(role).context)).rejects.toMatchObject({ refusal });
  });
});

describe('a streamed response', () => {
  test.each([null, 'user'] as const)('ends with the line after its caller became %s', async (role) => {
    const { rights, context } = asker('admin');
    const seen: number[] = [];
    for await (const number of await runHandler(handler('admin'), undefined, context)) {
      seen.push(number);
      if (number === 2) rights.role = role;
    }
    expect(seen).toEqual([1, 2]);
  });
});

import { describe, expect, test, vi } from 'vitest';
import { fetchRpc } from '#client/shell/rpc/fetch-rpc.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { createTestApp, testContract } from '../../../server/web/rpc/test-app.ts';

/** Connects the browser's client with the server's handlers, without a network. */
function connect() {
  const parts = createTestApp();
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => parts.app.request(path, init));
  const page = { formToken: null, afterCommand: vi.fn<() => void>(), onOtherAccount: vi.fn<() => void>() };
  return { rpc: fetchRpc(testContract, page), ...page, ...parts };
}

test('queries and commands resolve with their handlers’ results', async () => {
  const { rpc } = connect();
  expect(await rpc.greet({ name: 'Ana & Zoë?' })).toEqual({ greeting: 'Hello Ana & Zoë?' });
  expect(await rpc.nothing()).toBeNull();
  expect(await rpc.order({ item: 'shelf', pin: '1' })).toEqual({ redirect: '/thanks' });
});

test('a stream is read value by value, and leaving it ends it on the server', async () => {
  const { rpc, counted } = connect();
  const seen: number[] = [];
  for await (const number of await rpc.count({ to: 1_000_000 })) {
    seen.push(number);
    if (number === 3) break;
  }
  expect(seen).toEqual([1, 2, 3]);
  expect(counted).toEqual(['ended']);
});

test('a refusal is thrown with its name, fields and nearest slots', async () => {
  const { rpc } = connect();
  const error = await rpc.order({ item: 'unicorn', pin: '' }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RpcError);
  expect(error).toMatchObject({ status: 409, refusal: 'slot-taken', nearest: [{ date: '2027-03-09', claim: 'am' }] });
});

test('`afterCommand` runs once after each command, even a refused one, and after no query', async () => {
  const { rpc, afterCommand } = connect();
  await rpc.greet({ name: 'Ana' });
  expect(afterCommand).not.toHaveBeenCalled();
  await rpc.order({ item: 'shelf', pin: '1' });
  expect(afterCommand).toHaveBeenCalledOnce();
  await rpc.order({ item: 'unicorn', pin: '' }).catch(() => {});
  expect(afterCommand).toHaveBeenCalledTimes(2);
});

describe('a page of an account', () => {
  test('leaves once another account has signed in: its calls stay pending', async () => {
    const { promise: left, resolve: onOtherAccount } = Promise.withResolvers<void>();
    vi.stubGlobal('fetch', async () => Response.json({ refusal: 'other-account' }, { status: 409 }));
    const rpc = fetchRpc(testContract, { formToken: 'ada', afterCommand() {}, onOtherAccount });
    const answered = vi.fn<() => void>();
    rpc.nothing().then(answered, answered);
    await left;
    expect(answered).not.toHaveBeenCalled();
  });
});

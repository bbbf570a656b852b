import { expect, test } from 'vitest';
import type { RequestContext } from '#server/web/rpc/handler.ts';
import { callInProcess } from '#server/web/rpc/pipeline.ts';
import { testHandlers } from './test-app.ts';

const context = { request: { id: 'request-1' } } as RequestContext;

function call(faults: unknown[] = []) {
  return callInProcess(testHandlers(), context, (fault) => faults.push(fault));
}

test('pages call handlers directly, with the same schemas', async () => {
  expect(await call().greet({ name: 'Ana' })).toEqual({ greeting: 'Hello Ana' });
  await expect(call().greet({ name: '' })).rejects.toMatchObject({
    status: 422,
    refusal: 'invalid',
    fields: { name: 'Say who you are.' },
  });
});

test('a stream is passed on as it is', async () => {
  expect(await Array.fromAsync(await call().count({ to: 2 }))).toEqual([1, 2]);
});

test('an error is reported and replaced', async () => {
  const faults: unknown[] = [];
  await expect(call(faults).greet({ name: 'bug' })).rejects.toMatchObject({
    name: 'RpcError',
    status: 500,
    message: 'Something went wrong on our side (request request-1).',
  });
  expect(faults).toEqual([new TypeError('secrets of the house')]);
});

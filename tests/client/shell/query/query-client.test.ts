import { describe, expect, test } from 'vitest';
import { createQueryClient, retryDelay, shouldRetry } from '#client/shell/query/query-client.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';

function failed(status: number): RpcError {
  return new RpcError({ status, message: 'no', refusal: null });
}

describe('a failed read is retried', () => {
  test.each([401, 400, 403, 404, 409, 422])('never after a %d', (status) => {
    expect(shouldRetry(0, failed(status))).toBe(false);
  });

  test.each([408, 429, 500, 503])('three times after a %d', (status) => {
    expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, failed(status)))).toEqual([true, true, true, false]);
  });
});

test('the delay doubles from one second and stops at thirty', () => {
  expect([0, 1, 2, 3, 4, 5, 6].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test('reads are fresh for five minutes and cached for ten; commands are never retried', () => {
  const { queries, mutations } = createQueryClient(false).getDefaultOptions();
  expect(queries).toMatchObject({
    staleTime: 300_000,
    gcTime: 600_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: true,
  });
  expect(mutations?.retry).toBe(false);
});

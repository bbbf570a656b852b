import { expect, test } from 'vitest';
import { contract } from '#shared/calls/contract.ts';
import { opaqueId, rpcPath } from '#shared/calls/rpc.ts';

test('a path is the same each time and says nothing of the name', () => {
  expect(rpcPath('availability')).toBe(rpcPath('availability'));
  expect(rpcPath('availability')).toMatch(/^\/_serverFn\/[0-9a-z]{11}$/);
});

test('every call of the contract has a path of its own', () => {
  const names = Object.keys(contract);
  expect(new Set(names.map(opaqueId)).size).toBe(names.length);
});

import { expect, test } from 'vitest';
import { handlers } from '#server/calls.ts';
import { contract } from '#shared/calls/contract.ts';

test('the areas implement all calls of the contract and export nothing else from their lists', () => {
  expect(Object.keys(handlers).toSorted()).toEqual(Object.keys(contract).toSorted());
});

import { expect, test } from 'vitest';
import { KeptResults } from '#server/owner/kept-results.ts';

/** A store whose state changes at will, and a query that says how often it was asked. */
function open() {
  const state: Record<string, number> = { users: 1, bookings: 1 };
  let asked = 0;
  return {
    store: { upkeep: { stamp: (names: readonly string[] = []) => names.map((name) => state[name]).join() } },
    state,
    ask: () => Promise.resolve((asked += 1)),
    fail: () => Promise.reject(new Error('not now')),
  };
}

const OF_USERS = { from: ['users'], most: 2 } as const;

test('a result is kept until the read model that it is made from or the day changes', async () => {
  const { store, state, ask } = open();
  const kept = new KeptResults<number>(OF_USERS);
  const of = (day: string) => kept.of(store, { key: 'a', day }, ask);
  expect([await of('Mon'), await of('Mon'), await of('Tue')]).toEqual([1, 1, 2]);
  state['bookings'] = 2;
  expect(await of('Tue')).toBe(2);
  state['users'] = 2;
  expect([await of('Tue'), await of('Tue')]).toEqual([3, 3]);
});

test('a failure is not kept', async () => {
  const { store, ask, fail } = open();
  const kept = new KeptResults<number>(OF_USERS);
  await expect(kept.of(store, { key: 'a' }, fail)).rejects.toThrow('not now');
  expect(await kept.of(store, { key: 'a' }, ask)).toBe(1);
});

test('of more results than may be kept, those asked for last are', async () => {
  const { store, ask } = open();
  const kept = new KeptResults<number>(OF_USERS);
  const results: number[] = [];
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) results.push(await kept.of(store, { key }, ask));
  expect(results).toEqual([1, 2, 1, 3, 1, 4]);
});

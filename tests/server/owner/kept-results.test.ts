import { expect, test } from 'vitest';
import { KeptResults } from '#server/owner/kept-results.ts';

/** A store whose state changes at will, and a query that says how often it was asked. */
function open() {
  let asked = 0;
  return {
    store: { position: 1 },
    ask: () => Promise.resolve((asked += 1)),
    fail: () => Promise.reject(new Error('not now')),
  };
}

const TWO = { most: 2 } as const;

test('a result is cached until an event is recorded or the day changes', async () => {
  const { store, ask } = open();
  const kept = new KeptResults<number>(TWO);
  const of = (day: string) => kept.of(store, { key: 'a', day }, ask);
  expect([await of('Mon'), await of('Mon'), await of('Tue')]).toEqual([1, 1, 2]);
  store.position = 2;
  expect([await of('Tue'), await of('Tue')]).toEqual([3, 3]);
});

test('a failure is not cached', async () => {
  const { store, ask, fail } = open();
  const kept = new KeptResults<number>(TWO);
  await expect(kept.of(store, { key: 'a' }, fail)).rejects.toThrow('not now');
  expect(await kept.of(store, { key: 'a' }, ask)).toBe(1);
});

test('the cache keeps the results that were used last', async () => {
  const { store, ask } = open();
  const kept = new KeptResults<number>(TWO);
  const results: number[] = [];
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) results.push(await kept.of(store, { key }, ask));
  expect(results).toEqual([1, 2, 1, 3, 1, 4]);
});

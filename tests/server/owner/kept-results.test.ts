import { expect, test } from 'vitest';
import { KeptResults } from '#server/owner/kept-results.ts';

/** A store whose state changes at will, and a query that says how often it was asked. */
function open() {
  const state = { stamp: 'one' };
  let asked = 0;
  return {
    store: { upkeep: { stamp: () => state.stamp } },
    state,
    ask: () => Promise.resolve((asked += 1)),
    fail: () => Promise.reject(new Error('not now')),
  };
}

test('a result is kept until a read model or the day changes', async () => {
  const { store, state, ask } = open();
  const kept = new KeptResults<number>();
  const of = (day: string) => kept.of(store, { key: 'a', day }, ask);
  expect([await of('Mon'), await of('Mon'), await of('Tue')]).toEqual([1, 1, 2]);
  state.stamp = 'two';
  expect([await of('Tue'), await of('Tue')]).toEqual([3, 3]);
});

test('a failure is not kept', async () => {
  const { store, ask, fail } = open();
  const kept = new KeptResults<number>();
  await expect(kept.of(store, { key: 'a' }, fail)).rejects.toThrow('not now');
  expect(await kept.of(store, { key: 'a' }, ask)).toBe(1);
});

test('of more results than may be kept, those asked for last are', async () => {
  const { store, ask } = open();
  const kept = new KeptResults<number>(2);
  const results: number[] = [];
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) results.push(await kept.of(store, { key }, ask));
  expect(results).toEqual([1, 2, 1, 3, 1, 4]);
});

test('what is worth asking for only the second time is not asked for at the first in each state', async () => {
  const { store, state, ask } = open();
  const kept = new KeptResults<number>(2);
  const ofSecond = (key: string) => kept.ofSecond(store, { key }, ask);
  expect([await ofSecond('a'), await ofSecond('a'), await ofSecond('b'), await ofSecond('a')]).toEqual([
    null,
    1,
    null,
    1,
  ]);
  state.stamp = 'two';
  expect([await ofSecond('a'), await ofSecond('a')]).toEqual([null, 2]);
});

import { expect, test } from 'vitest';
import { lruCache } from '#server/process/lru-cache.ts';

test('it keeps the most recently used entries up to its size', () => {
  const kept = lruCache<string>(2);
  kept.set('a', 'first');
  kept.set('b', 'second');
  kept.get('a');
  kept.set('c', 'third');
  kept.set('c', 'third again');
  expect([...kept.keys()].toSorted()).toEqual(['a', 'c']);
});

import { expect, test } from 'vitest';
import { lruCache } from '#server/process/lru-cache.ts';

test('of more entries than it may have, it keeps those that were used last', () => {
  const kept = lruCache<string>(2);
  kept.set('a', 'first');
  kept.set('b', 'second');
  kept.get('a');
  kept.set('c', 'third');
  kept.set('c', 'third again');
  expect([...kept.keys()].toSorted()).toEqual(['a', 'c']);
});

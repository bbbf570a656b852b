import { LRUCache } from 'lru-cache';

/** Keeps the entries that were used last, so many at most. The library would allocate all of them at once if it were told by `max`. */
export function lastUsed<Value extends object | string>(most: number, ttl = 0): LRUCache<string, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1, ttl });
}

import { LRUCache } from 'lru-cache';

/** The library's `max` option would allocate all entries at once. */
export function lruCache<Value extends object | string>(most: number, ttl = 0): LRUCache<string, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1, ttl });
}

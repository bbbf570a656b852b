import { LRUCache } from 'lru-cache';

/** The library's `max` allocates all entries at once. */
export function lruCache<Value extends object | string>(most: number, ttl = 0): LRUCache<string, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1, ttl });
}

import { LRUCache } from 'lru-cache';

/**
 * A cache of very many entries that evicts the least recently used one. It grows with its content: with the option
 * `max`, the library allocates room for all entries at once, which adds tens of milliseconds to a start for each cache.
 */
export function createLruCache<Key extends string | number, Value extends object | number>({
  maxEntries: most,
  ...options
}: {
  maxEntries: number;
  /** How long an entry stays, in milliseconds. */
  ttl?: number;
}): LRUCache<Key, Value> {
  return new LRUCache<Key, Value>({ maxSize: most, sizeCalculation: () => 1, ...options });
}

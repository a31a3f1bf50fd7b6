import { LRUCache } from 'lru-cache';

/**
 * For very many entries, of which the least recently used one makes room. Grows with what is in it: with the option `max`,
 * the library takes the room for all of them at once, which costs a start tens of milliseconds for each cache.
 */
export function createLruCache<Key extends string | number, Value extends object | number>({
  most,
  ...options
}: {
  most: number;
  /** How long an entry is kept, in milliseconds. */
  ttl?: number;
}): LRUCache<Key, Value> {
  return new LRUCache<Key, Value>({ maxSize: most, sizeCalculation: () => 1, ...options });
}

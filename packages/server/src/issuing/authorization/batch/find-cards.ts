import { required } from '../../../platform/kernel/required.ts';
import type { Database, Tx } from '../../../platform/storage/index.ts';
import { findByMask, type Vault } from '../../../platform/vault/index.ts';
import type { CardReference } from '../decision/card-reference.ts';
import type { RequestedCard } from '../message/authorization-request.ts';
import { createCardCache } from './card-cache.ts';
import { createHotConnection } from './hot-connection.ts';

interface Waiting {
  readonly requested: RequestedCard;
  isOver(): boolean;
  resolve(found: CardReference[]): void;
  reject(error: unknown): void;
}

const LOOKUPS_AT_ONCE = 256;

export interface CardFinder {
  /** The cached card of a full number. */
  cached(requested: RequestedCard): CardReference | undefined;
  /** Removes a closed card from the cache, because its number may be deleted and then assigned to another card. */
  forget(requested: RequestedCard): void;
  /** Removes everything, because the next connection may lead to another database with other cards. */
  clear(): void;
  /** Finds all cards that the number fits. Returns none, without a lookup, if `isOver` says that no caller waits any more. */
  find(requested: RequestedCard, isOver: () => boolean): Promise<CardReference[]>;
  /** The number of lookups that wait. */
  waiting(): number;
  /** Waits for the lookups, then closes the connection. */
  close(): Promise<void>;
}

/**
 * Finds cards by number. One query looks up all numbers that arrive together, on a separate connection, so that no lane
 * waits for it. A full number belongs to its card until it is deleted, long after the card was closed, so hits are cached
 * for a while. Misses and masked numbers are not cached, because a card may be created later.
 */
export function createCardFinder(
  database: Database,
  vault: Vault,
  limits: { deadlineMs: number; isOnCitus: boolean },
): CardFinder {
  const connection = createHotConnection(database, limits);
  const cache = createCardCache();
  let queue: Waiting[] = [];
  let running: Promise<void> | undefined;

  const work = async () => {
    await new Promise(setImmediate);
    while (queue.length > 0) {
      for (const waiting of queue) if (waiting.isOver()) waiting.resolve([]);
      queue = queue.filter((waiting) => !waiting.isOver());
      const batch = queue.slice(0, LOOKUPS_AT_ONCE);
      queue = queue.slice(LOOKUPS_AT_ONCE);
      try {
        const found = await requestCards(
          connection,
          vault,
          batch.map((waiting) => waiting.requested),
        );
        batch.forEach(({ requested, resolve }, at) => {
          const cards = found[at] ?? [];
          const [card] = cards;
          if (requested.full !== undefined && card !== undefined) cache.set(requested.bankId, requested.full, card);
          resolve(cards);
        });
      } catch (error) {
        for (const waiting of batch) waiting.reject(error);
      }
    }
    // in the turn of the event loop that found the queue empty, so that the next number starts the work again
    running = undefined;
  };

  return {
    cached: ({ bankId, full }) => (full === undefined ? undefined : cache.get(bankId, full)),
    forget: ({ full }) => {
      if (full !== undefined) cache.delete(full);
    },
    clear: cache.clear,
    find: (requested, isOver) =>
      new Promise((resolve, reject) => {
        queue.push({ requested, isOver, resolve, reject });
        running ??= work();
      }),
    waiting: () => queue.length,
    close: async () => {
      await running;
      await connection.close();
    },
  };
}

/** Finds all cards that each requested number fits, in the order of the requests. */
export async function requestCards(
  tx: Tx,
  vault: Vault,
  requested: readonly RequestedCard[],
): Promise<CardReference[][]> {
  const found: CardReference[][] = requested.map(() => []);
  const numbers = requested.flatMap(({ bankId, full }, at) => (full === undefined ? [] : [{ at, bankId, mark: full }]));
  const masks = requested.flatMap(({ bankId, masked, expiry }, at) =>
    masked === undefined ? [] : [{ at, bankId, ...masked, expiry }],
  );
  const [byHash, byMask] = await Promise.all([
    numbers.length === 0 ? [] : vault.findByNumber(tx, numbers),
    masks.length === 0 ? [] : findByMask(tx, masks),
  ]);
  const note = (lookup: { at: number } | undefined, row: { card_id: bigint; account_id: bigint }) => {
    const cards = lookup === undefined ? undefined : found[lookup.at];
    required(cards, 'the number by which a card was found').push({
      cardId: row.card_id,
      accountId: row.account_id,
    });
  };
  for (const row of byHash) note(numbers[row.position - 1], row);
  for (const row of byMask) note(masks[row.position - 1], row);
  return found;
}

import { requireValue } from '../../../platform/kernel/required.ts';
import type { Database, Tx } from '../../../platform/storage/index.ts';
import { findByMask, type Vault } from '../../../platform/vault/index.ts';
import type { CardReference } from '../decision/card-reference.ts';
import type { RequestedCard } from '../message/authorization-request.ts';
import { createCardCache } from './card-cache.ts';
import { createHotConnection } from './hot-connection.ts';

interface PendingLookup {
  readonly requestedCard: RequestedCard;
  isOver(): boolean;
  resolve(cards: CardReference[]): void;
  reject(error: unknown): void;
}

const MAX_LOOKUPS = 256;

export interface CardFinder {
  /** The cached card of a full number. */
  cachedCard(requestedCard: RequestedCard): CardReference | undefined;
  /** Removes a closed card from the cache, because its number may be deleted and then assigned to another card. */
  delete(requestedCard: RequestedCard): void;
  /** Removes everything, because the next connection may lead to another database with other cards. */
  clear(): void;
  /** Finds all cards that the number fits. Returns none, without a lookup, if `isOver` says that no caller waits any more. */
  find(requestedCard: RequestedCard, isOver: () => boolean): Promise<CardReference[]>;
  /** The number of lookups that wait. */
  pendingCount(): number;
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
  let queue: PendingLookup[] = [];
  let running: Promise<void> | undefined;

  const work = async () => {
    await new Promise(setImmediate);
    while (queue.length > 0) {
      for (const lookup of queue) if (lookup.isOver()) lookup.resolve([]);
      queue = queue.filter((lookup) => !lookup.isOver());
      const batch = queue.slice(0, MAX_LOOKUPS);
      queue = queue.slice(MAX_LOOKUPS);
      try {
        const cardsOfLookups = await requestCards(
          connection,
          vault,
          batch.map((lookup) => lookup.requestedCard),
        );
        batch.forEach(({ requestedCard, resolve }, at) => {
          const cards = cardsOfLookups[at] ?? [];
          const [card] = cards;
          if (requestedCard.full !== undefined && card !== undefined)
            cache.set(requestedCard.bankId, requestedCard.full, card);
          resolve(cards);
        });
      } catch (error) {
        for (const lookup of batch) lookup.reject(error);
      }
    }
    // in the turn of the event loop that found the queue empty, so that the next number starts the work again
    running = undefined;
  };

  return {
    cachedCard: ({ bankId, full }) => (full === undefined ? undefined : cache.get(bankId, full)),
    delete: ({ full }) => {
      if (full !== undefined) cache.delete(full);
    },
    clear: cache.clear,
    find: (requestedCard, isOver) =>
      new Promise((resolve, reject) => {
        queue.push({ requestedCard, isOver, resolve, reject });
        running ??= work();
      }),
    pendingCount: () => queue.length,
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
  requestedCards: readonly RequestedCard[],
): Promise<CardReference[][]> {
  const cardsByRequest: CardReference[][] = requestedCards.map(() => []);
  const numbers = requestedCards.flatMap(({ bankId, full }, at) =>
    full === undefined ? [] : [{ at, bankId, mark: full }],
  );
  const masks = requestedCards.flatMap(({ bankId, maskedNumber, expiry }, at) =>
    maskedNumber === undefined ? [] : [{ at, bankId, ...maskedNumber, expiry }],
  );
  const [byHash, byMask] = await Promise.all([
    numbers.length === 0 ? [] : vault.findByNumber(tx, numbers),
    masks.length === 0 ? [] : findByMask(tx, masks),
  ]);
  const note = (lookup: { at: number } | undefined, row: { card_id: bigint; account_id: bigint }) => {
    const cards = lookup === undefined ? undefined : cardsByRequest[lookup.at];
    requireValue(cards, 'the number by which a card was found').push({
      cardId: row.card_id,
      accountId: row.account_id,
    });
  };
  for (const row of byHash) note(numbers[row.position - 1], row);
  for (const row of byMask) note(masks[row.position - 1], row);
  return cardsByRequest;
}

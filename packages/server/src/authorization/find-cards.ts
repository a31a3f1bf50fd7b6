import { createLargeCache } from '../kernel/large-cache.ts';
import { required } from '../kernel/required.ts';
import type { Database, Tx } from '../storage/index.ts';
import { findByMask, type LookupMark, type MaskedNumber, type Vault } from '../vault/index.ts';
import { createHotConnection } from './hot-connection.ts';

export interface CardReference {
  readonly cardId: bigint;
  readonly accountId: bigint;
}

/** A number to look for: the full one with its keyed hash, or what a mask leaves visible. */
export interface WantedCard {
  readonly bankId: string;
  readonly full: LookupMark | undefined;
  readonly masked: MaskedNumber | undefined;
  readonly expiry: string;
}

interface Waiting {
  readonly wanted: WantedCard;
  isOver(): boolean;
  resolve(found: CardReference[]): void;
  reject(error: unknown): void;
}

const REMEMBERED_CARDS = 200_000;
/** A number that was deleted may be another card's after that. */
const REMEMBERED_MS = 600_000;
const MOST_ASKED_AT_ONCE = 256;

export interface CardFinder {
  /** The card of a full number where it is known without asking. */
  known(wanted: WantedCard): CardReference | undefined;
  /** The card is closed: its number may be deleted, and be another card's next. */
  forget(wanted: WantedCard): void;
  /** All cards that the number fits. Is not looked for, and answered with none, where nobody waits for it any more. */
  find(wanted: WantedCard, isOver: () => boolean): Promise<CardReference[]>;
  /** How many numbers wait to be asked for. */
  waiting(): number;
  /** Closes the connection, when nobody waits any more. */
  close(): Promise<void>;
}

/**
 * Finds cards by number. Numbers that arrive together are looked up in one query, on a separate connection, so that no
 * lane waits for it. A full number belongs to its card until that is deleted, long after the card was closed, so hits are
 * cached for a while (by keyed hash, never by number). Misses and masked numbers are not cached: a card may be created
 * later.
 */
export function createCardFinder(
  database: Database,
  vault: Vault,
  limits: { deadlineMs: number; isOnCitus: boolean },
): CardFinder {
  const connection = createHotConnection(database, limits);
  const remembered = createLargeCache<string, CardReference>({ most: REMEMBERED_CARDS, ttl: REMEMBERED_MS });
  let queue: Waiting[] = [];
  let running: Promise<void> | undefined;

  const work = async () => {
    await new Promise(setImmediate);
    while (queue.length > 0) {
      for (const waiting of queue) if (waiting.isOver()) waiting.resolve([]);
      queue = queue.filter((waiting) => !waiting.isOver());
      const batch = queue.slice(0, MOST_ASKED_AT_ONCE);
      queue = queue.slice(MOST_ASKED_AT_ONCE);
      try {
        const found = await askForCards(
          connection,
          vault,
          batch.map((waiting) => waiting.wanted),
        );
        batch.forEach(({ wanted, resolve }, at) => {
          const cards = found[at] ?? [];
          const [card] = cards;
          if (wanted.full !== undefined && card !== undefined) remembered.set(keyOf(wanted.bankId, wanted.full), card);
          resolve(cards);
        });
      } catch (error) {
        for (const waiting of batch) waiting.reject(error);
      }
    }
    // in the same turn of the event loop that found the queue empty, so that no number that comes next is overlooked
    running = undefined;
  };

  return {
    known: ({ bankId, full }) => (full === undefined ? undefined : remembered.get(keyOf(bankId, full))),
    forget: ({ bankId, full }) => {
      if (full !== undefined) remembered.delete(keyOf(bankId, full));
    },
    find: (wanted, isOver) =>
      new Promise((resolve, reject) => {
        queue.push({ wanted, isOver, resolve, reject });
        running ??= work();
      }),
    waiting: () => queue.length,
    close: async () => {
      await running;
      await connection.close();
    },
  };
}

function keyOf(bankId: string, { hash }: LookupMark): string {
  return bankId + hash.toString('latin1');
}

/** For each wanted number, in the order given, all cards that it fits. */
export async function askForCards(tx: Tx, vault: Vault, wanted: readonly WantedCard[]): Promise<CardReference[][]> {
  const found: CardReference[][] = wanted.map(() => []);
  const numbers = wanted.flatMap(({ bankId, full }, at) => (full === undefined ? [] : [{ at, bankId, mark: full }]));
  const masks = wanted.flatMap(({ bankId, masked, expiry }, at) =>
    masked === undefined ? [] : [{ at, bankId, ...masked, expiry }],
  );
  const [byHash, byMask] = await Promise.all([
    numbers.length === 0 ? [] : vault.findByNumber(tx, numbers),
    masks.length === 0 ? [] : findByMask(tx, masks),
  ]);
  const note = (asked: { at: number } | undefined, row: { card_id: bigint; account_id: bigint }) => {
    const cards = asked === undefined ? undefined : found[asked.at];
    required(cards, 'the number that a found card was asked by').push({
      cardId: row.card_id,
      accountId: row.account_id,
    });
  };
  for (const row of byHash) note(numbers[row.position - 1], row);
  for (const row of byMask) note(masks[row.position - 1], row);
  return found;
}

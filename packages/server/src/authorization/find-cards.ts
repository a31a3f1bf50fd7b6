import { LRUCache } from 'lru-cache';
import type { Tx } from '../storage/index.ts';
import { findByHash, findByMask, LOOKUP_VERSION, type MaskedNumber } from '../vault/index.ts';

export interface CardReference {
  readonly cardId: bigint;
  readonly accountId: bigint;
}

/** A number to look for: a keyed hash of the full one, or what a mask leaves visible. */
export interface WantedCard {
  readonly bankId: string;
  readonly hash: Buffer | undefined;
  readonly masked: MaskedNumber | undefined;
  readonly expiry: string;
}

const REMEMBERED_CARDS = 200_000;

/**
 * Finds cards by number. That a full number is this card of this account never changes, so it is remembered (by keyed
 * hash, never by number). That a number is nobody's can change, and so can what a mask fits: these are asked each time.
 */
export function createCardFinder() {
  const remembered = new LRUCache<string, CardReference>({ max: REMEMBERED_CARDS });
  const keyOf = (bankId: string, hash: Buffer) => `${bankId}/${hash.toString('base64')}`;
  return {
    /** The card of a full number where it is known without asking. */
    known: (bankId: string, hash: Buffer): CardReference | undefined => remembered.get(keyOf(bankId, hash)),

    /** All cards that each wanted number fits, in the order wanted. */
    async find(tx: Tx, wanted: readonly WantedCard[]): Promise<CardReference[][]> {
      const found: CardReference[][] = wanted.map(() => []);
      const full = positionsOf(wanted, (card) => card.hash !== undefined);
      const masked = positionsOf(wanted, (card) => card.masked !== undefined);
      const [byHash, byMask] = await Promise.all([
        full.length === 0
          ? []
          : findByHash(
              tx,
              full.map((at) => wanted[at]!.bankId),
              full.map((at) => wanted[at]!.hash!),
              LOOKUP_VERSION,
            ),
        masked.length === 0
          ? []
          : findByMask(
              tx,
              masked.map((at) => ({ ...wanted[at]!.masked!, bankId: wanted[at]!.bankId, expiry: wanted[at]!.expiry })),
            ),
      ]);
      for (const row of byHash) {
        const at = full[row.position - 1]!;
        const reference = { cardId: row.card_id, accountId: row.account_id };
        found[at]!.push(reference);
        remembered.set(keyOf(row.bank_id, wanted[at]!.hash!), reference);
      }
      for (const row of byMask)
        found[masked[row.position - 1]!]!.push({ cardId: row.card_id, accountId: row.account_id });
      return found;
    },
  };
}

export type CardFinder = ReturnType<typeof createCardFinder>;

function positionsOf<T>(items: readonly T[], fits: (item: T) => boolean): number[] {
  return items.flatMap((item, at) => (fits(item) ? [at] : []));
}

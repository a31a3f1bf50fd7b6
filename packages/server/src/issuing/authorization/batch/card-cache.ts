import { createPackedTable } from '../../../platform/kernel/packed-table.ts';
import type { LookupMark } from '../../../platform/vault/index.ts';
import type { CardReference } from '../decision/card-reference.ts';

/** The most cached numbers. Each takes 56 bytes, and the table has room for twice as many. */
const MAX_CARDS = 1_000_000;
/** After this time a deleted number may belong to another card: ninety days after its card was closed at the earliest. */
const CACHED_MS = 86_400_000;
/** The size of a part of a hash in a row: an integer of 48 bits. With two parts, a collision is practically impossible. */
const PART_BYTES = 6;
const [BANK, CARD, ACCOUNT, UNTIL] = [0, 1, 2, 3];

/** Maps card numbers to cards, by their keyed hashes. The cache holds no number. */
export function createCardCache() {
  const table = createPackedTable({ maxEntries: MAX_CARDS, columns: 4 });
  const banks = new Map<string, number>();
  const bankOf = (bankId: string) => {
    const bankNumber = banks.get(bankId);
    if (bankNumber !== undefined) return bankNumber;
    banks.set(bankId, banks.size);
    return banks.size - 1;
  };
  return {
    get(bankId: string, { hash }: LookupMark): CardReference | undefined {
      const row = table.find(hash.readUIntBE(0, PART_BYTES), hash.readUIntBE(PART_BYTES, PART_BYTES));
      if (row === undefined || table.read(row, BANK) !== bankOf(bankId)) return undefined;
      if (performance.now() >= table.read(row, UNTIL)) return undefined;
      return { cardId: BigInt(table.read(row, CARD)), accountId: BigInt(table.read(row, ACCOUNT)) };
    },
    set(bankId: string, { hash }: LookupMark, { cardId, accountId }: CardReference): void {
      const until = performance.now() + CACHED_MS;
      const values = [bankOf(bankId), Number(cardId), Number(accountId), until];
      table.put(hash.readUIntBE(0, PART_BYTES), hash.readUIntBE(PART_BYTES, PART_BYTES), values);
    },
    delete({ hash }: LookupMark): void {
      table.remove(hash.readUIntBE(0, PART_BYTES), hash.readUIntBE(PART_BYTES, PART_BYTES));
    },
    clear: table.clear,
  };
}

import { createPackedTable } from '../../../platform/kernel/packed-table.ts';
import type { CardFacts } from '../decision/facts.ts';
import type { CachedControls, CachedSettings } from './cached-controls.ts';

/** The most cached accounts. Each takes 56 bytes, and the table has room for twice as many. */
const MAX_ENTRIES = 1_000_000;
/** More than the number of ways in which a bank sets up its cards. Settings that only one account has are not a shape. */
const MAX_SHAPES = 10_000;
const [CHANGES, CARD, CREATED_AT, SHAPE] = [0, 1, 2, 3];

/** What accounts have in common: everything but their numbers. */
interface Shape {
  readonly settings: CachedSettings;
  readonly card: Pick<CardFacts, 'status' | 'expiry' | 'sequenceNumber' | 'restrictions'>;
  readonly product: string;
  readonly role: string;
}

/**
 * Caches accounts with one card that have the same settings as others, as nearly all accounts of a large bank do. What they
 * have in common is stored once, and for each account only its numbers. A million accounts take 60 MB instead of 500 MB.
 */
export function createInternedSettingsCache() {
  const accounts = createPackedTable({ maxEntries: MAX_ENTRIES, columns: 4 });
  const shapes: Shape[] = [];
  const places = new Map<string, number>();
  /** The texts of shapes that so far only one account has. */
  const seenTexts = new Set<string>();

  /** Returns the number of a shape; undefined for the first account with it. */
  const shapeOf = ({ settings }: CachedControls, card: CardFacts): number | undefined => {
    const { status, expiry, sequenceNumber, restrictions, traits } = card;
    const { product, role } = traits;
    const of = [settings.exponent, status, expiry, sequenceNumber, product, role, restrictions, settings.text];
    const text = JSON.stringify(of);
    const place = places.get(text);
    if (place !== undefined) return place;
    if (seenTexts.delete(text) && shapes.length < MAX_SHAPES) {
      places.set(text, shapes.length);
      return shapes.push({ settings, card: { status, expiry, sequenceNumber, restrictions }, product, role }) - 1;
    }
    if (seenTexts.size >= MAX_SHAPES) seenTexts.clear();
    seenTexts.add(text);
    return undefined;
  };

  return {
    get(accountId: number): CachedControls | undefined {
      const row = accounts.find(accountId, 0);
      const shape = row === undefined ? undefined : shapes[accounts.read(row, SHAPE)];
      if (row === undefined || shape === undefined) return undefined;
      const { settings, card, product, role } = shape;
      const traits = { createdAt: new Date(accounts.read(row, CREATED_AT)), product, role };
      const { status, expiry, sequenceNumber, restrictions } = card;
      const cardId = BigInt(accounts.read(row, CARD));
      const cards = [{ cardId, status, expiry, sequenceNumber, earlier: undefined, restrictions, traits }];
      return { changes: BigInt(accounts.read(row, CHANGES)), settings, cards };
    },

    /** Returns whether the account is cached here. It is not if it differs from others, or is the first with its shape. */
    set(accountId: number, read: CachedControls): boolean {
      const [card, another] = read.cards;
      const isPlain = card !== undefined && another === undefined && card.earlier === undefined;
      const shape = isPlain ? shapeOf(read, card) : undefined;
      if (!isPlain || shape === undefined) {
        accounts.remove(accountId, 0);
        return false;
      }
      const numbers = [Number(read.changes), Number(card.cardId), card.traits.createdAt.getTime(), shape];
      accounts.put(accountId, 0, numbers);
      return true;
    },

    clear(): void {
      accounts.clear();
      places.clear();
      seenTexts.clear();
      shapes.length = 0;
    },
  };
}

import type { ListMembers } from '@cardwright/contract';
import type { EntryRow } from './merchant-list-store.ts';

/**
 * Caches the merchant lists of one bank with the entries of each edition. Entries are only added, so a reader of an
 * edition sees the same lists while later editions are added.
 */
export function createCachedMerchantLists() {
  const lists = new Map<string, Map<string, Membership>>();
  /** The edition up to which each list is known. */
  const editions = new Map<string, bigint>();
  return {
    readUntil: (name: string): bigint | undefined => editions.get(name),

    /** Adds the changes up to an edition. */
    add(names: readonly string[], rows: readonly EntryRow[], until: bigint): void {
      for (const name of names) {
        if (!lists.has(name)) lists.set(name, new Map());
        editions.set(name, until);
      }
      for (const { name, entry, from_edition: from, until_edition: end } of rows) {
        const entries = lists.get(name);
        if (entries !== undefined) entries.set(entry, withSpan(entries.get(entry), Number(from), endOf(end)));
      }
    },

    /** Returns a list as of an edition. An unknown list has no entries. */
    listAt(name: string, edition: number): ListMembers {
      const entries = lists.get(name);
      return { has: (entry) => isMember(entries?.get(entry), edition) };
    },
  };
}

export type CachedMerchantLists = ReturnType<typeof createCachedMerchantLists>;

/**
 * The editions that contain an entry, with an exclusive end. Nearly all entries are added once and stay, so one number
 * represents them.
 */
type Membership = number | readonly (readonly [from: number, until: number])[];

function endOf(until: bigint | null): number {
  return until === null ? Number.POSITIVE_INFINITY : Number(until);
}

function withSpan(membership: Membership | undefined, from: number, until: number): Membership {
  if (membership === undefined || membership === from)
    return until === Number.POSITIVE_INFINITY ? from : [[from, until]];
  const spans = typeof membership === 'number' ? [[membership, Number.POSITIVE_INFINITY] as const] : membership;
  return [...spans.filter(([begin]) => begin !== from), [from, until]];
}

function isMember(membership: Membership | undefined, edition: number): boolean {
  if (membership === undefined) return false;
  if (typeof membership === 'number') return membership <= edition;
  return membership.some(([from, until]) => from <= edition && edition < until);
}

import type { ListMembers } from '@cardwright/contract';
import type { EntryRow } from './merchant-list-store.ts';

/**
 * Lists of one bank with what they held, edition by edition. Only grows, so that who looks at an edition goes on seeing that
 * one while later ones are added.
 */
export function createListMemory() {
  const lists = new Map<string, Map<string, Held>>();
  /** Up to which edition each list is known. */
  const known = new Map<string, bigint>();
  return {
    knownUntil: (name: string): bigint | undefined => known.get(name),

    /** Adds what changed until an edition. */
    add(names: readonly string[], rows: readonly EntryRow[], until: bigint): void {
      for (const name of names) {
        if (!lists.has(name)) lists.set(name, new Map());
        known.set(name, until);
      }
      for (const { name, entry, from_edition: from, until_edition: end } of rows) {
        const entries = lists.get(name);
        if (entries !== undefined) entries.set(entry, withSpan(entries.get(entry), Number(from), endOf(end)));
      }
    },

    /** A list as an edition has it. One that is not known holds nothing. */
    listAt(name: string, edition: number): ListMembers {
      const entries = lists.get(name);
      return { has: (entry) => isHeld(entries?.get(entry), edition) };
    },
  };
}

export type ListMemory = ReturnType<typeof createListMemory>;

/** From which edition, until before which; nearly all entries come once and stay, so they are one number. */
type Held = number | readonly (readonly [from: number, until: number])[];

function endOf(until: bigint | null): number {
  return until === null ? Number.POSITIVE_INFINITY : Number(until);
}

function withSpan(held: Held | undefined, from: number, until: number): Held {
  if (held === undefined || held === from) return until === Number.POSITIVE_INFINITY ? from : [[from, until]];
  const spans = typeof held === 'number' ? [[held, Number.POSITIVE_INFINITY] as const] : held;
  return [...spans.filter(([begin]) => begin !== from), [from, until]];
}

function isHeld(held: Held | undefined, edition: number): boolean {
  if (held === undefined) return false;
  if (typeof held === 'number') return held <= edition;
  return held.some(([from, until]) => from <= edition && edition < until);
}

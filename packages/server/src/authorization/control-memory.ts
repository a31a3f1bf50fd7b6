import { type Program, withDefaults } from '../banks/index.ts';
import { type CardSettings, NO_SETTINGS, type StoredSettings, toCardSettings } from '../card-settings/index.ts';
import { createLargeCache } from '../kernel/large-cache.ts';
import type { Currency } from '../kernel/money.ts';
import { type Limit, readTerms } from '../limits/index.ts';
import { createListsMemory } from '../merchant-lists/index.ts';
import { createRuleMemory } from '../rules/index.ts';
import type { LoadedLimits } from './authorization-store.ts';
import type { BankPrograms } from './bank-programs.ts';
import type { CardFacts } from './facts.ts';

/** How many accounts are remembered: about 0.5 KB each, with one card and nothing set. */
const MOST_REMEMBERED = 200_000;

/** Settings with the text of which they are made: defaults of a program go beneath it. */
export interface RememberedSettings {
  readonly value: CardSettings;
  readonly text: string;
}

const NEVER_SET: RememberedSettings = { value: NO_SETTINGS, text: '{}' };

/** What decisions look at in an account and its cards, besides money and limits. */
export interface RememberedControls {
  /** The account's number of changes when it was read: see migration 0051. */
  readonly changes: bigint;
  readonly settings: RememberedSettings;
  /** Those that were asked for. */
  readonly cards: readonly CardFacts[];
}

/**
 * What was read before, ready to decide with. Each batch asks the accounts it locks how many changes they have had, and reads
 * again what has another number; an entry is never trusted because it is recent. Only committed data may be put in: the number of a
 * rolled-back transaction is given out again, with other content. So does a database that took another's place: see forget.
 */
export function createControlMemory() {
  // numbers as keys: they are found several times faster than bigints
  const controls = createLargeCache<number, RememberedControls>({ most: MOST_REMEMBERED });
  const inherited = createLargeCache<number, { of: RememberedSettings; program: Program; value: CardSettings }>({
    most: MOST_REMEMBERED,
  });
  const programs = new Map<string, BankPrograms>();
  const limits = createLargeCache<number, { readonly text: string; readonly terms: readonly Limit[] }>({
    most: MOST_REMEMBERED,
  });
  const paid = createLargeCache<string, 1>({ most: MOST_REMEMBERED });
  const ownRules = createRuleMemory();
  const lists = createListsMemory();
  return {
    ownRules,
    lists,
    controlsOf: (accountId: bigint): RememberedControls | undefined => controls.get(Number(accountId)),
    keepControls: (accountId: bigint, read: RememberedControls): void => {
      controls.set(Number(accountId), read);
    },
    /** A connection was lost: another database, which may have less, may answer the next one, and give numbers and editions again. */
    forget: (): void => {
      for (const each of [controls, paid, programs, ownRules, lists]) each.clear();
    },

    /** Where cards have paid: what is paid once stays so. */
    paid: { has: (place: string) => paid.get(place) !== undefined, add: (place: string) => void paid.set(place, 1) },

    /** Undefined where those of another edition are known. */
    programsAt(bankId: string, edition: bigint): BankPrograms | undefined {
      const known = programs.get(bankId);
      return known?.edition === edition ? known : undefined;
    },

    keepPrograms(bankId: string, read: BankPrograms): void {
      // another lane may have read a later one meanwhile
      if ((programs.get(bankId)?.edition ?? -1n) < read.edition) programs.set(bankId, read);
    },

    /** Settings with the defaults of a program. */
    withProgram(accountId: bigint, of: RememberedSettings, program: Program, { exponent }: Currency): CardSettings {
      const known = inherited.get(Number(accountId));
      if (known !== undefined && known.of === of && known.program === program) return known.value;
      const value = toCardSettings(withDefaults(JSON.parse(of.text) as StoredSettings, program, exponent), exponent);
      inherited.set(Number(accountId), { of, program, value });
      return value;
    },

    /** The limits of a row, which are the same objects as long as they are not changed. */
    readLimits({ account_id: accountId, limits: text }: LoadedLimits): readonly Limit[] {
      const known = limits.get(Number(accountId));
      if (known?.text === text) return known.terms;
      const terms = readTerms(text);
      limits.set(Number(accountId), { text, terms });
      return terms;
    },

    /** Whether accounts of the bank share limits, as far as is known: what decides asks the database. */
    sharesLimits: (bankId: string, now: Date): boolean => programs.get(bankId)?.at(now).sharesLimits ?? false,
  };
}

/** @param text as stored; undefined where nothing was ever set */
export function readStoredSettings(text: string | undefined, { exponent }: Currency): RememberedSettings {
  if (text === undefined) return NEVER_SET;
  return { value: toCardSettings(JSON.parse(text) as StoredSettings, exponent), text };
}

export type ControlMemory = ReturnType<typeof createControlMemory>;

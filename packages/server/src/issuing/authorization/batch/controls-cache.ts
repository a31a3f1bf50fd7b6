import { createLruCache } from '../../../platform/kernel/lru-cache.ts';
import type { Currency } from '../../../platform/kernel/money.ts';
import { type Program, withDefaults } from '../../banks/index.ts';
import { type CardSettings, NO_SETTINGS, type StoredSettings, toCardSettings } from '../../card-settings/index.ts';
import { type Limit, readTerms } from '../../limits/index.ts';
import { createListsMemory } from '../../merchant-lists/index.ts';
import { createRuleMemory } from '../../rules/index.ts';
import type { LoadedLimits } from '../records/authorization-store.ts';
import type { BankPrograms } from './bank-programs.ts';
import type { CachedControls, CachedSettings } from './cached-controls.ts';
import { createInternedSettingsCache } from './interned-settings-cache.ts';

/** How many accounts are remembered that differ from others: about 0.5 KB each, and more with what is set. */
const MOST_CACHED = 200_000;

/**
 * What was read before, ready to decide with. Each batch asks the accounts it locks how many changes they have had, and reads
 * again what has another number; an entry is never trusted because it is recent. Only committed data may be put in: the number of a
 * rolled-back transaction is given out again, with other content. So does a database that took another's place: see forget.
 */
export function createControlsCache() {
  // numbers as keys: they are found several times faster than bigints
  const controls = createLruCache<number, CachedControls>({ most: MOST_CACHED });
  const interned = createInternedSettingsCache();
  const inherited = new WeakMap<CachedSettings, WeakMap<Program, CardSettings>>();
  const programs = new Map<string, BankPrograms>();
  const limits = createLruCache<number, { readonly text: string; readonly terms: readonly Limit[] }>({
    most: MOST_CACHED,
  });
  const paid = createLruCache<string, 1>({ most: MOST_CACHED });
  const ownRules = createRuleMemory();
  const lists = createListsMemory();
  return {
    ownRules,
    lists,
    controlsOf: (accountId: bigint): CachedControls | undefined =>
      interned.get(Number(accountId)) ?? controls.get(Number(accountId)),
    setControls: (accountId: bigint, read: CachedControls): void => {
      if (interned.set(Number(accountId), read)) controls.delete(Number(accountId));
      else controls.set(Number(accountId), read);
    },
    /** A connection was lost: another database, which may have less, may answer the next one, and give numbers and editions again. */
    clear: (): void => {
      for (const each of [controls, interned, paid, programs, ownRules, lists]) each.clear();
    },

    /** Where cards have paid: what is paid once stays so. */
    paid: { has: (place: string) => paid.get(place) !== undefined, add: (place: string) => void paid.set(place, 1) },

    /** Undefined where those of another edition are known. */
    programsAt(bankId: string, edition: bigint): BankPrograms | undefined {
      const known = programs.get(bankId);
      return known?.edition === edition ? known : undefined;
    },

    setPrograms(bankId: string, read: BankPrograms): void {
      // another lane may have read a later one meanwhile
      if ((programs.get(bankId)?.edition ?? -1n) < read.edition) programs.set(bankId, read);
    },

    /** Settings with the defaults of a program. */
    withProgram(of: CachedSettings, program: Program): CardSettings {
      const known = inherited.get(of) ?? new WeakMap<Program, CardSettings>();
      inherited.set(of, known);
      const before = known.get(program);
      if (before !== undefined) return before;
      const stored = JSON.parse(of.text) as StoredSettings;
      const value = toCardSettings(withDefaults(stored, program, of.exponent), of.exponent);
      known.set(program, value);
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
export function readStoredSettings(text: string | undefined, { exponent }: Currency): CachedSettings {
  if (text !== undefined)
    return { value: toCardSettings(JSON.parse(text) as StoredSettings, exponent), text, exponent };
  const known = NEVER_SET.get(exponent) ?? { value: NO_SETTINGS, text: '{}', exponent };
  NEVER_SET.set(exponent, known);
  return known;
}

/** By the exponent of a currency. */
const NEVER_SET = new Map<number, CachedSettings>();

export type ControlsCache = ReturnType<typeof createControlsCache>;

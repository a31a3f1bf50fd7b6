import { createLruCache } from '../../../platform/kernel/lru-cache.ts';
import type { Currency } from '../../../platform/kernel/money.ts';
import { type Program, withDefaults } from '../../banks/index.ts';
import { type CardSettings, NO_SETTINGS, type StoredSettings, toCardSettings } from '../../card-settings/index.ts';
import { type Limit, ofPayments, readTerms } from '../../limits/index.ts';
import { createListCache } from '../../merchant-lists/index.ts';
import { createRuleCache } from '../../rules/index.ts';
import type { LoadedLimits } from '../records/authorization-store.ts';
import type { BankPrograms } from './bank-programs.ts';
import type { CachedControls, CachedSettings } from './cached-controls.ts';
import { createInternedSettingsCache } from './interned-settings-cache.ts';

/** The most cached accounts that differ from others. Each takes about 0.5 KB, and more with its settings. */
const MAX_ENTRIES = 200_000;

/**
 * Caches what earlier batches read, in the form that decisions use. Each batch reads the numbers of changes of the accounts
 * that it locks, and reads again every account whose number differs: an entry is never trusted because it is recent. Only
 * committed data may be cached, because the number of a rolled-back transaction is assigned again, to other content. A
 * database that replaces another one does the same: see `clear`.
 */
export function createControlsCache() {
  // keys are numbers, because lookups of bigints take several times as long
  const controls = createLruCache<number, CachedControls>({ maxEntries: MAX_ENTRIES });
  const settingsCache = createInternedSettingsCache();
  const inheritedSettings = new WeakMap<CachedSettings, WeakMap<Program, CardSettings>>();
  const programs = new Map<string, BankPrograms>();
  const limits = createLruCache<number, { readonly text: string; readonly terms: readonly Limit[] }>({
    maxEntries: MAX_ENTRIES,
  });
  const paidMerchants = createLruCache<string, 1>({ maxEntries: MAX_ENTRIES });
  const ownRules = createRuleCache();
  const lists = createListCache();
  return {
    ownRules,
    lists,
    controlsOf: (accountId: bigint): CachedControls | undefined =>
      settingsCache.get(Number(accountId)) ?? controls.get(Number(accountId)),
    setControls: (accountId: bigint, read: CachedControls): void => {
      if (settingsCache.set(Number(accountId), read)) controls.delete(Number(accountId));
      else controls.set(Number(accountId), read);
    },
    /** Called after a connection was lost: the next one may lead to another database, which may have less data and assign numbers and editions again. */
    clear: (): void => {
      for (const each of [controls, settingsCache, paidMerchants, programs, ownRules, lists]) each.clear();
    },

    /** Where cards have paid. Entries never become stale. */
    paidMerchants: {
      has: (place: string) => paidMerchants.get(place) !== undefined,
      add: (place: string) => void paidMerchants.set(place, 1),
    },

    /** Returns the cached programs of a bank; undefined unless they have this edition. */
    programsAt(bankId: string, edition: bigint): BankPrograms | undefined {
      const bankPrograms = programs.get(bankId);
      return bankPrograms?.edition === edition ? bankPrograms : undefined;
    },

    setPrograms(bankId: string, read: BankPrograms): void {
      // another lane may have cached a later edition in the meantime
      if ((programs.get(bankId)?.edition ?? -1n) < read.edition) programs.set(bankId, read);
    },

    /** Applies the defaults of a program to settings. */
    withProgram(of: CachedSettings, program: Program): CardSettings {
      const byProgram = inheritedSettings.get(of) ?? new WeakMap<Program, CardSettings>();
      inheritedSettings.set(of, byProgram);
      const before = byProgram.get(program);
      if (before !== undefined) return before;
      const settings = JSON.parse(of.text) as StoredSettings;
      const value = toCardSettings(withDefaults(settings, program, of.exponent), of.exponent);
      byProgram.set(program, value);
      return value;
    },

    /** Reads the limits of payments of a row. Unchanged limits are the same objects each time. */
    readLimits({ account_id: accountId, limits: text }: LoadedLimits): readonly Limit[] {
      const cachedLimits = limits.get(Number(accountId));
      if (cachedLimits?.text === text) return cachedLimits.terms;
      const terms = ofPayments(readTerms(text));
      limits.set(Number(accountId), { text, terms });
      return terms;
    },

    /** Whether the bank has shared limits, by the cached programs. Decisions read the database instead. */
    sharesLimits: (bankId: string, now: Date): boolean => programs.get(bankId)?.at(now).sharesLimits ?? false,
  };
}

/** @param text as stored; undefined if nothing was ever set */
export function readStoredSettings(text: string | undefined, { exponent }: Currency): CachedSettings {
  if (text !== undefined)
    return { value: toCardSettings(JSON.parse(text) as StoredSettings, exponent), text, exponent };
  const defaults = NEVER_SET.get(exponent) ?? { value: NO_SETTINGS, text: '{}', exponent };
  NEVER_SET.set(exponent, defaults);
  return defaults;
}

/** Settings of accounts that never set any, by the exponent of the currency. */
const NEVER_SET = new Map<number, CachedSettings>();

export type ControlsCache = ReturnType<typeof createControlsCache>;

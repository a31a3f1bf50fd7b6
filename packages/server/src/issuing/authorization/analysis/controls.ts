import type { LimitField, RestrictionType, Switch } from '@cardwright/contract';
import { stateOf } from '../../card-settings/switch-setting.ts';
import type { Restriction } from '../../restrictions/restriction.ts';
import { ALWAYS, compare, every, NEVER, not, since, some, when } from '../../rules/analysis/formulas.ts';
import { MINOR } from '../../rules/analysis/numbers.ts';
import type { Formula } from '../../rules/analysis/question.ts';
import type { BankFacts, CardFacts } from '../decision/facts.ts';
import type { AnalyzedAccount } from './analyzed-account.ts';

/** The effects of settings and restrictions on payments. */
export interface Controls {
  isOff(name: Switch): Formula;
  /** Small amounts, which pass although card-present use is off. */
  readonly passesBelow: Formula;
  /** Whether the restriction refuses a payment that it covers, and whether it allows its country by name. */
  restriction(type: RestrictionType, card: CardFacts): { readonly refuses: Formula; readonly names: Formula };
  readonly refusesGroup: Formula;
  /** Whether a setting allows a payment abroad. */
  readonly allowsAbroad: Formula;
  /** @param counter the name of the number that holds the amount spent before */
  isOver(field: LimitField, counter?: string): Formula;
}

/** The present controls of an account and its cards. Pure. */
export function controlsOf({ bank, account: { settings } }: AnalyzedAccount): Controls {
  const { switches, limits, allowBelow, foreign, merchantGroupId = '' } = settings;
  const group = bank.cardControl.merchantGroups.get(merchantGroupId);
  const below = limits.cardPresentAllowBelowLimit;
  const isListed = group && compare('mcc', 'in', [...group.categories]);
  const { window } = foreign;
  return {
    isOff(name) {
      const setting = switches[name];
      if (setting === undefined) return NEVER;
      // a switch with a time is on until that time
      if (setting.onUntilMs !== undefined) return since(setting.onUntilMs);
      return when(stateOf(setting, new Date(0)) === 'OFF');
    },
    passesBelow: allowBelow && below !== undefined ? not({ sum: [MINOR], over: below }) : NEVER,
    restriction: (type, card) => restrictionFormulas(card.restrictions.filter((entry) => entry.type === type)),
    refusesGroup: isListed === undefined ? NEVER : group?.effect === 'ALLOW' ? not(isListed) : isListed,
    allowsAbroad: some(
      when(!foreign.isSet || foreign.any),
      isIn(foreign.countries),
      window === undefined ? NEVER : { during: window },
    ),
    isOver(field, counter) {
      const max = limits[field];
      if (max === undefined) return NEVER;
      return { sum: counter === undefined ? [MINOR] : [MINOR, counter], over: max };
    },
  };
}

/** @param entries of one type, newest first; the first one in force applies */
function restrictionFormulas(entries: readonly Restriction[]): { refuses: Formula; names: Formula } {
  const [refuses, names]: [Formula[], Formula[]] = [[], []];
  const newer: Formula[] = [];
  for (const { endsAtMs, isAllowed, countries } of entries) {
    const inForce = endsAtMs === undefined ? ALWAYS : not(since(endsAtMs));
    const hasEffect = every(...newer, inForce);
    const isNamed = isIn(countries ?? []);
    const isNamedOrAll = countries === undefined ? ALWAYS : isNamed;
    refuses.push(every(hasEffect, isAllowed ? not(isNamedOrAll) : isNamedOrAll));
    if (isAllowed) names.push(every(hasEffect, isNamed));
    newer.push(not(inForce));
  }
  return { refuses: some(...refuses), names: some(...names) };
}

function isIn(countries: readonly string[]): Formula {
  return countries.length === 0 ? NEVER : compare('country', 'in', countries);
}

/** When the month of the card's expiry ends in the bank's time zone, in milliseconds since 1970. */
export function expiresAt({ expiry }: CardFacts, { calendar }: BankFacts): number {
  const [year, month] = [2000 + Number(expiry.slice(0, 2)), Number(expiry.slice(2))];
  const lastDay = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  return calendar.endOfDay(lastDay);
}

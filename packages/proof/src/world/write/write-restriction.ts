import { RESTRICTION_TYPES } from '@cardwright/contract';
import type { Random } from '@cardwright/server/internal/testing/random';
import type { ModelAccount } from '../model/model-account.ts';
import type { RestrictionRequest } from '../model/model-card.ts';
import { COUNTRY_LISTS, type Theme } from './write-patch.ts';

/** A restriction: often a list of countries, or all foreign use, from which a list makes an exception. */
export function writeRestriction(dice: Random, model: ModelAccount, atMs: number, theme?: Theme): RestrictionRequest {
  const isForeign = theme === 'restrictions' && dice.oneIn(2);
  const type = dice.pick(isForeign ? FOREIGN : USUAL);
  const hasList = type === 'INTERNATIONAL_SPECIFIC_COUNTRIES';
  const usual = hasList ? dice.pick([...COUNTRY_LISTS, ...COUNTRY_LISTS, undefined, '', ' ']) : undefined;
  // A list for a type without one, or a list with an invalid country.
  const countries = dice.oneIn(15) ? dice.pick(['DE,XX', 'FR', 'de']) : usual;
  const isAllowed = dice.pick([undefined, undefined, false, false, hasList || dice.oneIn(2)]);
  const { days } = model;
  const endDate = dice.below(3) > 0 ? days.date(days.dayAt(atMs) + dice.pick([0, 0, 0, 1, 1, 2, 7, -1])) : undefined;
  return {
    type,
    ...(isAllowed !== undefined && { isAllowed }),
    ...(endDate !== undefined && { endDate }),
    ...(countries !== undefined && { countries }),
  };
}

/** Types that affect each other. */
const FOREIGN = ['INTERNATIONAL', 'INTERNATIONAL_SPECIFIC_COUNTRIES'] as const;
const LISTS = ['INTERNATIONAL_SPECIFIC_COUNTRIES', 'INTERNATIONAL_SPECIFIC_COUNTRIES'] as const;
const USUAL = [...RESTRICTION_TYPES, 'INTERNATIONAL', ...LISTS, ...LISTS] as const;

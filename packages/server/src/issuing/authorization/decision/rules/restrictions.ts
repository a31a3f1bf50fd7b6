import type { RestrictionType } from '@cardwright/contract';
import { RESTRICTION_TYPES } from '@cardwright/contract';
import { entryInForce, type Restriction } from '../../../restrictions/restriction.ts';
import type { AuthorizationMessage } from '../facts.ts';
import { isForeign } from './foreign.ts';
import type { Rule } from './rule.ts';

const REASONS: Record<RestrictionType, string> = {
  MOTO: 'RESTRICTED_MOTO',
  ECOM: 'RESTRICTED_ECOM',
  SWIPE: 'RESTRICTED_SWIPE',
  PERS_RESTR_CONTACTLESS: 'RESTRICTED_CONTACTLESS',
  NFC: 'RESTRICTED_NFC',
  ATM: 'RESTRICTED_ATM',
  PURCHASE: 'RESTRICTED_PURCHASE',
  ANY: 'RESTRICTED_ANY',
  INTERNATIONAL: 'RESTRICTED_INTERNATIONAL',
  INTERNATIONAL_SPECIFIC_COUNTRIES: 'RESTRICTED_COUNTRY',
};

/**
 * 62: a restriction of the card that is in force covers the message (docs/interface/restrictions.md#types). Evaluated in
 * the order of the types. A country that a list allows by name is an exception to a refused INTERNATIONAL.
 */
export const restrictionsRule: Rule = {
  name: 'RESTRICTIONS',
  labels: ['entry', 'is_cash', 'country', 'is_foreign', 'in_force'],
  evaluate(facts, message, now) {
    const { restrictions: entries } = facts.card;
    const { channel, country } = message;
    const foreign = isForeign(facts, message);
    let inForce = '';
    let refusing: RestrictionType | undefined;
    let isException = false;
    for (const type of entries.length === 0 ? [] : RESTRICTION_TYPES) {
      if (!covers(type, message, foreign)) continue;
      const entry = entryInForce(entries, type, now);
      if (entry === undefined) continue;
      const allows = isCountryAllowed(entry, country);
      if (allows && isNamed(entry, country)) isException = true;
      inForce += `${inForce === '' ? '' : ' '}${type}${allows ? '+' : '-'}`;
      if (!allows) refusing ??= type;
    }
    // the two together mean "abroad only in the listed countries"; the list comes last, so no later type refuses
    if (isException && refusing === 'INTERNATIONAL') refusing = undefined;
    const saw = [channel.entry, channel.isCash, country ?? null, foreign, inForce];
    return refusing === undefined ? { saw } : { saw, refuse: { actionCode: '62', reason: REASONS[refusing] } };
  },
};

function covers(type: RestrictionType, { channel }: AuthorizationMessage, foreign: boolean): boolean {
  switch (type) {
    case 'PERS_RESTR_CONTACTLESS':
      return channel.entry === 'CONTACTLESS';
    case 'NFC':
      return channel.entry === 'CONTACTLESS' && !channel.isCash;
    case 'ATM':
      return channel.isCash;
    case 'PURCHASE':
      return !channel.isCash;
    case 'ANY':
      return true;
    case 'INTERNATIONAL':
    case 'INTERNATIONAL_SPECIFIC_COUNTRIES':
      return foreign;
    default:
      return channel.entry === type;
  }
}

/**
 * A list of countries allows only the countries that it names, or all others. An unknown country is never one of those
 * that it names.
 */
function isCountryAllowed(entry: Restriction, country: string | undefined): boolean {
  if (entry.countries === undefined) return entry.isAllowed;
  return isNamed(entry, country) === entry.isAllowed;
}

function isNamed({ countries = [] }: Restriction, country: string | undefined): boolean {
  return country !== undefined && countries.includes(country);
}

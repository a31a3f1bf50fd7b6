import type { Switch } from '../../card-settings/settings-fields.ts';
import type { RestrictionType } from '../../restrictions/restriction-type.ts';
import type { EntryName } from '../saw.ts';

/** The card use that each switch controls. */
export const SWITCHED_NOUNS: Readonly<Record<Switch, string>> = {
  master: 'all use of cards',
  cardPresent: 'payments with the card itself',
  cardNotPresent: 'payments without the card itself',
  ecom: 'payments in web shops',
  moto: 'mail and telephone orders',
  recurring: 'recurring payments',
  fallback: 'payments by magnetic stripe in place of the chip',
  purchase: 'purchases',
  cash: 'cash withdrawals',
  function1: "payments at merchants of the bank's first group",
  function2: "payments at merchants of the bank's second group",
  function3: "payments at merchants of the bank's third group",
};

/** The card use that each restriction refuses. */
export const RESTRICTED_NOUNS: Readonly<Record<RestrictionType, string>> = {
  MOTO: 'mail and telephone orders',
  ECOM: 'payments in web shops',
  SWIPE: 'payments by magnetic stripe',
  PERS_RESTR_CONTACTLESS: 'contactless use',
  NFC: 'contactless purchases',
  ATM: 'cash withdrawals',
  PURCHASE: 'purchases',
  ANY: 'all use of it',
  INTERNATIONAL: 'use abroad',
  INTERNATIONAL_SPECIFIC_COUNTRIES: 'use in this country',
};

/** The ways to use a card. */
export const USED_HOW: Readonly<Record<EntryName, string>> = {
  ECOM: 'in a web shop',
  MOTO: 'by mail or telephone order',
  RECURRING: 'as one of a series of payments',
  KEYED: 'with the card number typed in',
  UNKNOWN: 'in a way that the message does not state',
  CHIP: 'by chip',
  SWIPE: 'by magnetic stripe',
  CONTACTLESS: 'at a contactless reader',
  FALLBACK: 'by magnetic stripe in place of the chip',
};

/** Countries whose name has an article. */
const WITH_ARTICLE = 'AE AX BS CC CD CF CG CK DO FK FO GB GM IO KM KY MH MP MV NL PH PN SB SC TC TF UM US VA VG VI';

export function articleOf(country: string): string {
  return WITH_ARTICLE.split(' ').includes(country) ? 'the ' : '';
}

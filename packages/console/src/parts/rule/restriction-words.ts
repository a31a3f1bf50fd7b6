import type { RestrictionType } from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';

export const RESTRICTION_WORDS: Readonly<Record<RestrictionType, WordKey>> = {
  MOTO: 'restriction.moto',
  ECOM: 'restriction.ecom',
  SWIPE: 'restriction.swipe',
  PERS_RESTR_CONTACTLESS: 'restriction.contactless',
  NFC: 'restriction.nfc',
  ATM: 'restriction.atm',
  PURCHASE: 'restriction.purchase',
  ANY: 'restriction.any',
  INTERNATIONAL: 'restriction.international',
  INTERNATIONAL_SPECIFIC_COUNTRIES: 'restriction.countries',
};

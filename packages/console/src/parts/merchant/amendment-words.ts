import type { AmendmentType } from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';

export const AMENDMENT_WORDS: Readonly<Record<AmendmentType, WordKey>> = {
  MERCHANT_NAME: 'amendment.merchantName',
  LINKED_CHAIN: 'amendment.linkedChain',
  MCC: 'amendment.mcc',
  SCHEMES_OVERRIDING: 'amendment.schemesOverriding',
  ADDRESS: 'amendment.address',
  ACCEPTED_CARDS: 'amendment.acceptedCards',
  FEES: 'amendment.fees',
  SERVICES: 'amendment.services',
  HOLD: 'amendment.hold',
  RELEASE: 'amendment.release',
  CLOSURE: 'amendment.closure',
  ADDING_TERMINALS: 'amendment.addingTerminals',
  ACCOUNT: 'amendment.account',
};

/** Names the types of an amendment in the language of the page. */
export function useAmendmentNames(): (types: readonly AmendmentType[]) => string {
  const { t, locale } = useWords();
  const list = new Intl.ListFormat(locale, { type: 'unit' });
  return (types) => list.format(types.map((type) => t(AMENDMENT_WORDS[type])));
}

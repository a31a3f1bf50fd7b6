import type { ListKind } from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';

export const KIND_WORDS: Readonly<Record<ListKind, WordKey>> = {
  merchantId: 'lists.ofMerchants',
  mcc: 'lists.ofCategories',
};

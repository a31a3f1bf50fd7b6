// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import { changeList, listLists, readList, replaceList } from '@cardwright/contract';
import type { CallMethod, MethodFactory, PagedMethod } from '../call-method.ts';

/** Named lists of merchants and of merchant categories. */
export interface MerchantListCalls {
  /** Create or replace a merchant list. */
  readonly replace: CallMethod<typeof replaceList, ['name']>;
  /** List merchant lists. */
  readonly list: PagedMethod<typeof listLists, 'items'>;
  /** Get a merchant list. */
  readonly retrieve: CallMethod<typeof readList, ['name']>;
  /** Update a merchant list. */
  readonly update: CallMethod<typeof changeList, ['name']>;
}

export function makeMerchantLists({ one, paged }: MethodFactory): MerchantListCalls {
  return {
    replace: one(replaceList, 'name'),
    list: paged(listLists, 'items'),
    retrieve: one(readList, 'name'),
    update: one(changeList, 'name'),
  };
}

import { changeList, listLists, readList, replaceList } from '@cardwright/contract';
import type { CallMethod, MethodMaker, PagedMethod } from './call-method.ts';

/** Named lists of merchants and of merchant categories. */
export interface MerchantListCalls {
  /** Makes a list, or replaces all of its entries. */
  readonly replace: CallMethod<typeof replaceList, ['name']>;
  /** Lists of the bank without their entries. */
  readonly list: PagedMethod<typeof listLists, 'items'>;
  /** One list with all of its entries. */
  readonly retrieve: CallMethod<typeof readList, ['name']>;
  /** Adds entries and removes others. */
  readonly update: CallMethod<typeof changeList, ['name']>;
}

export function makeMerchantLists({ one, paged }: MethodMaker): MerchantListCalls {
  return {
    replace: one(replaceList, 'name'),
    list: paged(listLists, 'items'),
    retrieve: one(readList, 'name'),
    update: one(changeList, 'name'),
  };
}

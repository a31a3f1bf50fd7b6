import {
  changeList,
  listLists,
  listProgramVersions,
  readList,
  readProgramInForce,
  replaceList,
  setProgram,
} from '@cardwright/contract';
import type { CallMethod, MethodMaker, PagedMethod } from './call-method.ts';

/** What products give their accounts. */
export interface ProgramCalls {
  /** Makes a new version of the program of a product. */
  readonly set: CallMethod<typeof setProgram, ['product_code']>;
  /** The version that is in force. */
  readonly retrieve: CallMethod<typeof readProgramInForce, ['product_code']>;
  /** All versions, newest first, with what each changed. */
  readonly listVersions: CallMethod<typeof listProgramVersions, ['product_code']>;
}

export function makePrograms({ one }: MethodMaker): ProgramCalls {
  return {
    set: one(setProgram, 'product_code'),
    retrieve: one(readProgramInForce, 'product_code'),
    listVersions: one(listProgramVersions, 'product_code'),
  };
}

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

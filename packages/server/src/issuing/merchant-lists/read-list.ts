import { readList } from '@cardwright/contract';
import { fail, ok } from '../../platform/kernel/result.ts';
import { type BankDirectory, implementBankRest } from '../banks/index.ts';
import { toListResponse } from './change-entries.ts';
import { findList, readEntries } from './merchant-list-store.ts';

/** Reads a list with its entries (docs/interface/merchant-lists.md#read). */
export function readListOperation(banks: BankDirectory) {
  return implementBankRest(readList, banks, async ({ tx, bankId, audit }, { params: { name } }) => {
    const row = await findList(tx, bankId, name);
    if (row === undefined) return fail('merchant_list_not_found');
    const entries = await readEntries(tx, bankId, name);
    audit(bankId, `merchant-list:${name}`, 'list read');
    // computed from the entries, so that both are from the same moment
    return ok({ body: { ...toListResponse(row), count: entries.length, entries } });
  });
}

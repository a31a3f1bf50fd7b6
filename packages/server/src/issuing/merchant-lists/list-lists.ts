import { listLists } from '@cardwright/contract';
import { cutItems, readPage } from '../../platform/kernel/page.ts';
import { ok } from '../../platform/kernel/result.ts';
import { type BankDirectory, implementBankRest } from '../banks/index.ts';
import { toListResponse } from './change-entries.ts';
import { type ListRow, readLists } from './merchant-list-store.ts';

/** Lists the merchant lists of the bank (docs/interface/merchant-lists.md#list). */
export function listListsOperation(banks: BankDirectory) {
  return implementBankRest(listLists, banks, async ({ tx, bankId, audit }, { query }) => {
    const page = readPage(query);
    if (!page.ok) return page;
    const rows = await readLists(tx, bankId, page.value);
    const place = ({ created_at: at, list_id: id }: ListRow) => ({ at, id });
    const body = cutItems(rows, page.value, place, toListResponse);
    audit(bankId, `bank:${bankId}`, 'merchant lists read', { lists: body.items.length });
    return ok({ body });
  });
}

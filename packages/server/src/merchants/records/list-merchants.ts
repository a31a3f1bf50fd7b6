import { listMerchants } from '@cardwright/contract';
import { acquirerLog } from '../../audit/index.ts';
import { cutPage, readPage } from '../../kernel/page.ts';
import { ok } from '../../kernel/result.ts';
import { implementRest } from '../../operation/index.ts';
import { callingAcquirer } from '../acquirers/calling-acquirer.ts';
import { listMerchantRows } from './merchant-store.ts';
import { showMerchant } from './show-merchant.ts';

/** Lists the acquirer's merchants, newest first. */
export const listMerchantsOperation = implementRest(listMerchants, async ({ tx, caller, audit }, { query }) => {
  const calling = callingAcquirer(caller);
  if (!calling.ok) return calling;
  const page = readPage(query);
  if (!page.ok) return page;
  const rows = await listMerchantRows(tx, calling.value, query, page.value);
  const cut = cutPage(rows, page.value, (row) => ({ at: row.created_at, id: row.merchant_no }));
  audit(acquirerLog(calling.value), 'merchants', 'read', { merchants: cut.rows.length });
  return ok({ body: { merchants: cut.rows.map(showMerchant), next_cursor: cut.nextCursor } });
});

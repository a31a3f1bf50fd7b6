import { listMerchants } from '@cardwright/contract';
import { acquirerLog } from '../../platform/audit/index.ts';
import { ok } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import { callerAcquirer } from '../acquirers/caller-acquirer.ts';
import { toMerchantResponse } from './merchant-response.ts';
import { listMerchantRows } from './merchant-store.ts';
import { findByWords } from './merchant-word-store.ts';
import { cutSortedPage, readSortedPage } from './sorted-page.ts';

const MERCHANT_NO = /^\d{1,18}$/;

export const listMerchantsOperation = implementRest(listMerchants, async ({ tx, caller, audit }, { query }) => {
  const calling = callerAcquirer(caller);
  if (!calling.ok) return calling;
  const page = readSortedPage(query, MERCHANT_NO);
  if (!page.ok) return page;
  const { q, ...filter } = query;
  const ids = q === undefined ? undefined : await findByWords(tx, calling.value, q);
  const rows = await listMerchantRows(tx, calling.value, { ...filter, ids }, page.value);
  const cut = cutSortedPage(rows, page.value, (row) => ({
    hits: row.standing_hits,
    at: row.created_at,
    id: String(row.merchant_no),
  }));
  audit(acquirerLog(calling.value), 'merchants', 'read', { merchants: cut.rows.length });
  return ok({ body: { merchants: cut.rows.map(toMerchantResponse), next_cursor: cut.nextCursor } });
});

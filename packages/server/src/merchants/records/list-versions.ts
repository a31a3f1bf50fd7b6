import { listVersions } from '@cardwright/contract';
import { acquirerLog } from '../../audit/index.ts';
import { cursorAfter, readPage } from '../../kernel/page.ts';
import { fail, ok } from '../../kernel/result.ts';
import { implementRest } from '../../operation/index.ts';
import { callingAcquirer } from '../acquirers/calling-acquirer.ts';
import { findMerchants } from './merchant-store.ts';
import { showVersion } from './show-merchant.ts';
import { listVersionRows, NEWEST } from './version-store.ts';

const CURSOR = /^[1-9]\d{0,8}$/;

/** Versions of a merchant, newest first: what each changed, who sent it and when. The cursor is the last one's number. */
export const listVersionsOperation = implementRest(listVersions, async ({ tx, caller, audit }, { params, query }) => {
  const calling = callingAcquirer(caller);
  if (!calling.ok) return calling;
  const page = readPage({ limit: query.limit });
  if (!page.ok) return page;
  if (query.cursor !== undefined && !CURSOR.test(query.cursor)) {
    return fail('value_not_allowed', { path: 'cursor', message: 'must be the next_cursor of a page' });
  }
  const { merchantId } = params;
  if ((await findMerchants(tx, calling.value, [merchantId])).length === 0) return fail('merchant_not_found');
  const { limit } = page.value;
  const before = query.cursor === undefined ? NEWEST : Number(query.cursor);
  const rows = await listVersionRows(tx, calling.value, merchantId, before, limit + 1);
  const kept = rows.slice(0, limit);
  const next = cursorAfter(rows, limit, ({ version }) => String(version));
  audit(acquirerLog(calling.value), `merchant:${merchantId}`, 'versions read', { versions: kept.length });
  return ok({ body: { versions: kept.map(showVersion), next_cursor: next } });
});

import { readDenyList } from '@cardwright/contract';
import { acquirerLog } from '../../platform/audit/index.ts';
import { cursorAfter, readPage } from '../../platform/kernel/page.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import { callerAcquirer } from '../acquirers/caller-acquirer.ts';
import { listDenyListRows } from './deny-list-store.ts';

export const readDenyListOperation = implementRest(readDenyList, async ({ tx, caller, audit }, { query }) => {
  const calling = callerAcquirer(caller);
  if (!calling.ok) return calling;
  const page = readPage({ limit: query.limit });
  if (!page.ok) return page;
  if (query.cursor !== undefined && !/^\d{1,18}$/.test(query.cursor)) {
    return fail('value_not_allowed', { path: 'cursor', message: 'must be the next_cursor of a page' });
  }
  const { limit } = page.value;
  const rows = await listDenyListRows(tx, calling.value, BigInt(query.cursor ?? 0), limit + 1);
  const pageRows = rows.slice(0, limit);
  audit(acquirerLog(calling.value), 'deny-list', 'read', { names: pageRows.length });
  return ok({
    body: {
      names: pageRows.map(({ name, reason, match_key: key, loaded_at: loadedAt }) => ({
        name,
        reason,
        key,
        loadedAt: loadedAt.toISOString(),
      })),
      next_cursor: cursorAfter(rows, limit, ({ name_no }) => String(name_no)),
    },
  });
});

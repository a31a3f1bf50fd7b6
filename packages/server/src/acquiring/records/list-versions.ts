import { listVersions } from '@cardwright/contract';
import { acquirerLog } from '../../platform/audit/index.ts';
import { cursorAfter, readPage } from '../../platform/kernel/page.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { callerAcquirer } from '../acquirers/caller-acquirer.ts';
import { toVersionResponse } from './merchant-response.ts';
import { findMerchants } from './merchant-store.ts';
import { listChanges, listVersionRows, NEWEST } from './version-store.ts';

const CURSOR = /^[1-9]\d{0,8}$/;

/**
 * Lists the versions of a merchant, newest first, each with its sender, its time and its first changes. With `version`,
 * lists all changes of that version. The cursor is the last version number, or the position of the last change.
 */
export const listVersionsOperation = implementRest(listVersions, async ({ tx, caller, audit }, { params, query }) => {
  const calling = callerAcquirer(caller);
  if (!calling.ok) return calling;
  const page = readPage({ limit: query.limit });
  if (!page.ok) return page;
  if (query.cursor !== undefined && !CURSOR.test(query.cursor)) {
    return fail('value_not_allowed', { path: 'cursor', message: 'must be the next_cursor of a page' });
  }
  const { merchantId } = params;
  if ((await findMerchants(tx, calling.value, [merchantId])).length === 0) return fail('merchant_not_found');
  const { limit } = page.value;
  const after = query.cursor === undefined ? undefined : Number(query.cursor);
  if (query.version !== undefined) {
    const version = await readVersion(tx, calling.value, merchantId, Number(query.version), {
      after: after ?? 0,
      limit,
    });
    if (version === undefined) {
      return fail('value_not_allowed', { path: 'version', message: 'must be a version of the merchant' });
    }
    audit(acquirerLog(calling.value), `merchant:${merchantId}`, 'version read', { version: version.response.version });
    return ok({ body: { versions: [version.response], next_cursor: version.next } });
  }
  const rows = await listVersionRows(tx, calling.value, merchantId, after ?? NEWEST, limit + 1);
  const pageRows = rows.slice(0, limit);
  const next = cursorAfter(rows, limit, ({ version }) => String(version));
  audit(acquirerLog(calling.value), `merchant:${merchantId}`, 'versions read', { versions: pageRows.length });
  return ok({ body: { versions: pageRows.map((row) => toVersionResponse(row)), next_cursor: next } });
});

/** Returns one version with a page of its changes. */
async function readVersion(
  tx: Tx,
  acquirerId: string,
  merchantId: string,
  version: number,
  page: { after: number; limit: number },
) {
  const [row] = await listVersionRows(tx, acquirerId, merchantId, version + 1, 1);
  if (row?.version !== version) return undefined;
  const changes = await listChanges(tx, acquirerId, merchantId, version, page);
  const last = changes.at(-1)?.place ?? row.change_count;
  const response = toVersionResponse(row, { changes: `[${changes.map(({ change }) => change).join(',')}]`, last });
  return { response, next: last < row.change_count ? String(last) : null };
}

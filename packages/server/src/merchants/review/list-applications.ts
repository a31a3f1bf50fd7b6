import { listApplications } from '@cardwright/contract';
import { acquirerLog } from '../../audit/index.ts';
import { ok } from '../../kernel/result.ts';
import { implementRest } from '../../operation/index.ts';
import { callingAcquirer } from '../acquirers/calling-acquirer.ts';
import { cutSortedPage, readSortedPage } from '../records/sorted-page.ts';
import { countApplicationHits, countMerchants, listApplicationRows } from './application-store.ts';
import { showApplication } from './show-application.ts';

const APPLICATION_ID = /^.{1,40}$/;

/** With a status or a state of hits, only applications that have such a merchant. */
export const listApplicationsOperation = implementRest(listApplications, async ({ tx, caller, audit }, { query }) => {
  const calling = callingAcquirer(caller);
  if (!calling.ok) return calling;
  const page = readSortedPage(query, APPLICATION_ID);
  if (!page.ok) return page;
  const rows = await listApplicationRows(tx, calling.value, query.status, page.value);
  const cut = cutSortedPage(rows, page.value, (row) => ({
    hits: row.standing,
    at: row.created_at,
    id: row.application_id,
  }));
  const ids = cut.rows.map(({ application_id }) => application_id);
  const counts = await countMerchants(tx, calling.value, ids);
  const hits = await countApplicationHits(tx, calling.value, ids);
  audit(acquirerLog(calling.value), 'applications', 'read', { applications: ids.length });
  return ok({
    body: { applications: cut.rows.map((row) => showApplication(row, counts, hits)), next_cursor: cut.nextCursor },
  });
});

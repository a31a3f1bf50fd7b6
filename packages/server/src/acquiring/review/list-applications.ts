import { listApplications } from '@cardwright/contract';
import { acquirerLog } from '../../platform/audit/index.ts';
import { ok } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import { callerAcquirer } from '../acquirers/caller-acquirer.ts';
import { findByWords } from '../records/merchant-word-store.ts';
import { cutSortedPage, readSortedPage } from '../records/sorted-page.ts';
import { readApplicationSummaries, toApplicationResponse } from './application-response.ts';
import { findApplicationsOf, listApplicationRows } from './application-store.ts';

const APPLICATION_ID = /^.{1,40}$/;

/** Lists applications. With a status or a state of hits, lists only applications that have such a merchant. */
export const listApplicationsOperation = implementRest(listApplications, async ({ tx, caller, audit }, { query }) => {
  const calling = callerAcquirer(caller);
  if (!calling.ok) return calling;
  const page = readSortedPage(query, APPLICATION_ID);
  if (!page.ok) return page;
  const { q, status, kind } = query;
  const of = q === undefined ? undefined : await findByWords(tx, calling.value, q);
  const ids = of && (await findApplicationsOf(tx, calling.value, of));
  const rows = await listApplicationRows(tx, calling.value, { status, kind, ids }, page.value);
  const cut = cutSortedPage(rows, page.value, (row) => ({
    hits: row.standing,
    at: row.created_at,
    id: row.application_id,
  }));
  const applicationIds = cut.rows.map(({ application_id }) => application_id);
  const summaries = await readApplicationSummaries(tx, calling.value, applicationIds);
  audit(acquirerLog(calling.value), 'applications', 'read', { applications: applicationIds.length });
  return ok({
    body: { applications: cut.rows.map((row) => toApplicationResponse(row, summaries)), next_cursor: cut.nextCursor },
  });
});

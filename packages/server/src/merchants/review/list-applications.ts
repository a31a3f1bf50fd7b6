import { listApplications } from '@cardwright/contract';
import { acquirerLog } from '../../audit/index.ts';
import { readPage } from '../../kernel/page.ts';
import { fail, ok } from '../../kernel/result.ts';
import { implementRest } from '../../operation/index.ts';
import { callingAcquirer } from '../acquirers/calling-acquirer.ts';
import { countMerchants, listApplicationRows } from './application-store.ts';
import { showApplication } from './show-application.ts';

const CURSOR = /^(\d{13})-(.{1,40})$/;
const START = { at: new Date('9999-12-31T00:00:00Z'), applicationId: '' };

/** Newest first. With a status, only applications that have a merchant with that status. */
export const listApplicationsOperation = implementRest(listApplications, async ({ tx, caller, audit }, { query }) => {
  const calling = callingAcquirer(caller);
  if (!calling.ok) return calling;
  const page = readPage({ limit: query.limit });
  if (!page.ok) return page;
  const [, ms, applicationId] = CURSOR.exec(query.cursor ?? '') ?? [];
  if (query.cursor !== undefined && (ms === undefined || applicationId === undefined)) {
    return fail('value_not_allowed', { path: 'cursor', message: 'must be the next_cursor of a page' });
  }
  const before = ms === undefined ? START : { at: new Date(Number(ms)), applicationId: applicationId! };
  const { limit } = page.value;
  const rows = await listApplicationRows(tx, calling.value, query.status, before, limit + 1);
  const kept = rows.slice(0, limit);
  const ids = kept.map(({ application_id }) => application_id);
  const counts = await countMerchants(tx, calling.value, ids);
  const last = rows.length > limit ? kept.at(-1) : undefined;
  audit(acquirerLog(calling.value), 'applications', 'read', { applications: ids.length });
  return ok({
    body: {
      applications: kept.map((row) => showApplication(row, counts)),
      next_cursor: last === undefined ? null : `${last.created_at.getTime()}-${last.application_id}`,
    },
  });
});

import { readApplication } from '@cardwright/contract';
import { acquirerLog } from '../../platform/audit/index.ts';
import { cursorAfter, readPage } from '../../platform/kernel/page.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import { callerAcquirer } from '../acquirers/caller-acquirer.ts';
import type { ReadNames } from '../records/read-names.ts';
import { readApplicationSummaries, toApplicationResponse, toReviewResponse } from './application-response.ts';
import { listReviews, readApplicationEvents, readReviews } from './application-store.ts';
import { actorsOf } from './people-of-application.ts';
import type { ReviewDeps } from './review-merchants.ts';
import { findApplication } from './review-store.ts';

const MAX_OF_EACH = 50;

/** Reads an application for its reviewers, page by page. */
export function readApplicationOperation({
  acquirers,
  readNames,
}: Pick<ReviewDeps, 'acquirers'> & { readonly readNames: ReadNames }) {
  return implementRest(readApplication, async ({ tx, caller, audit }, { params, query }) => {
    const calling = callerAcquirer(caller);
    if (!calling.ok) return calling;
    const acquirerId = calling.value;
    const page = readPage({ limit: query.limit });
    if (!page.ok) return page;
    if (query.cursor !== undefined && !/^\d{1,18}$/.test(query.cursor)) {
      return fail('value_not_allowed', { path: 'cursor', message: 'must be the next_cursor of a page' });
    }
    const application = await findApplication(tx, acquirerId, params.applicationId);
    if (application === undefined) return fail('application_not_found');
    const applicationId = application.application_id;
    const { limit } = page.value;
    const place = { after: BigInt(query.cursor ?? 0), limit: limit + 1 };
    const rows = await listReviews(tx, acquirerId, applicationId, query, place);
    const full = rows.findIndex(({ amendments, proposed }) => amendments !== null && proposed === null);
    const pageRows = rows.slice(0, full < 0 ? limit : Math.min(limit, full));
    const ids = pageRows.map(({ merchant_id }) => merchant_id);
    const events = groupByMerchant(await readApplicationEvents(tx, acquirerId, ids, MAX_OF_EACH));
    const reviews = groupByMerchant(await readReviews(tx, acquirerId, ids, MAX_OF_EACH));
    const merchants = pageRows.map((row) =>
      toReviewResponse(row, events.get(row.merchant_id) ?? [], reviews.get(row.merchant_id) ?? []),
    );
    const response = toApplicationResponse(
      application,
      await readApplicationSummaries(tx, acquirerId, [applicationId]),
    );
    const people = await readNames(tx, acquirerLog(acquirerId), actorsOf(response.submittedBy, merchants));
    audit(acquirerLog(acquirerId), `application:${applicationId}`, 'read', { merchants: ids.length });
    return ok({
      body: {
        ...response,
        submitterMayDecide: acquirers.acquirer(acquirerId)?.submitterMayDecide === true,
        ...(people.length > 0 && { people }),
        merchants,
        next_cursor: cursorAfter(rows, pageRows.length, ({ place: last }) => String(last)),
      },
    });
  });
}

function groupByMerchant<Row extends { merchant_id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.merchant_id);
    if (group === undefined) groups.set(row.merchant_id, [row]);
    else group.push(row);
  }
  return groups;
}

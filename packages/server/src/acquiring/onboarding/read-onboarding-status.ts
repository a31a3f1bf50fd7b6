import { readOnboardingStatus, type SubmittedMerchant } from '@cardwright/contract';
import { acquirerLog } from '../../platform/audit/index.ts';
import { cursorAfter, readPage } from '../../platform/kernel/page.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import { callerAcquirer } from '../acquirers/caller-acquirer.ts';
import { toWaitReasonResponse } from '../records/merchant-response.ts';
import { countStatuses, findRequestById, listSubmissions, type SubmissionRow } from './submission-store.ts';

/**
 * Matches the request number and the position of the last merchant. With the number, a newer request with the same id
 * does not change the pages.
 */
const CURSOR = /^(\d{1,18})-(\d{1,9})$/;

/**
 * Reads the status of a request's merchants. Finds the caller's own request with that id, or else the acquirer's
 * newest.
 */
export const readOnboardingStatusOperation = implementRest(
  readOnboardingStatus,
  async ({ tx, caller, audit }, { params, query }) => {
    const calling = callerAcquirer(caller);
    if (!calling.ok) return calling;
    const acquirerId = calling.value;
    const page = readPage({ limit: query.limit });
    if (!page.ok) return page;
    const [, requestNo, place] = CURSOR.exec(query.cursor ?? '') ?? [];
    if (query.cursor !== undefined && requestNo === undefined) {
      return fail('value_not_allowed', { path: 'cursor', message: 'must be the next_cursor of a page' });
    }
    const requestedNo = requestNo === undefined ? null : BigInt(requestNo);
    const request = await findRequestById(tx, acquirerId, params.requestId, caller.clientId, requestedNo);
    if (request === undefined) return fail('application_not_found');
    const { limit } = page.value;
    const rows = await listSubmissions(tx, acquirerId, request.request_no, Number(place ?? -1), limit + 1);
    const pageRows = rows.slice(0, limit);
    audit(acquirerLog(acquirerId), `onboarding:${request.request_id}`, 'read', { merchants: pageRows.length });
    return ok({
      body: {
        requestId: request.request_id,
        receivedAt: request.received_at.toISOString(),
        merchantCount: request.merchant_count,
        counts: await countStatuses(tx, acquirerId, request.request_no),
        applications: byApplication(pageRows),
        next_cursor: cursorAfter(rows, limit, ({ position }) => `${request.request_no}-${position}`),
      },
    });
  },
);

function byApplication(rows: readonly SubmissionRow[]) {
  const applications = new Map<string, SubmittedMerchant[]>();
  for (const row of rows) {
    const merchants = applications.get(row.application_id) ?? [];
    applications.set(row.application_id, merchants);
    merchants.push(toSubmissionResponse(row));
  }
  return [...applications].map(([applicationId, merchants]) => ({ applicationId, merchants }));
}

function toSubmissionResponse(row: SubmissionRow): SubmittedMerchant {
  return {
    merchantId: row.merchant_id,
    status: row.status,
    ...(row.merchant_state !== null && { merchantState: row.merchant_state }),
    ...(row.amendments.length > 0 && { amendments: row.amendments }),
    ...(row.version !== null && { version: row.version }),
    ...toWaitReasonResponse(row),
    warnings: row.warnings,
  };
}

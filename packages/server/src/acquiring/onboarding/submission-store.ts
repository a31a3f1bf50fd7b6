import type { AmendmentType, MerchantState, MerchantStatus, Warning } from '@cardwright/contract';
import { statement, type Tx } from '../../platform/storage/index.ts';

export interface RequestRow {
  request_no: bigint;
  request_id: string;
  received_at: Date;
  merchant_count: number;
}

const selectById = statement(
  'merchants.find-request-by-id',
  `select request_no, request_id, received_at, merchant_count from onboarding_requests
    where acquirer_id = $1 and request_id = $2 and request_no = coalesce($4, request_no)
    order by (caller = $3) desc, request_no desc limit 1`,
);

/**
 * Finds the caller's own request with that id, or else the acquirer's newest. With a request number, finds exactly that
 * one.
 */
export async function findRequestById(
  tx: Tx,
  acquirerId: string,
  requestId: string,
  caller: string,
  requestNo: bigint | null,
): Promise<RequestRow | undefined> {
  return (await tx.query<RequestRow>(selectById, [acquirerId, requestId, caller, requestNo]))[0];
}

const selectCounts = statement(
  'merchants.count-statuses',
  `select coalesce(w.status, m.status) as status, count(*)::int as count
     from merchant_submissions s
     join merchants m on m.acquirer_id = s.acquirer_id and m.merchant_id = s.merchant_id
     left join merchant_amendments w on w.acquirer_id = s.acquirer_id and w.application_id = s.application_id
      and w.merchant_id = s.merchant_id
    where s.acquirer_id = $1 and s.request_no = $2
    group by 1`,
);

export async function countStatuses(
  tx: Tx,
  acquirerId: string,
  requestNo: bigint,
): Promise<Partial<Record<MerchantStatus, number>>> {
  const rows = await tx.query<{ status: MerchantStatus; count: number }>(selectCounts, [acquirerId, requestNo]);
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

export interface SubmissionRow {
  position: number;
  application_id: string;
  merchant_id: string;
  amendments: AmendmentType[];
  version: number | null;
  warnings: Warning[];
  status: MerchantStatus;
  merchant_state: MerchantState | null;
  information_required: { path: string; action: string }[] | null;
  reason: string | null;
}

const selectSubmissions = statement(
  'merchants.list-submissions',
  `select s.position, s.application_id, s.merchant_id, s.amendments, s.version, s.warnings, coalesce(w.status, m.status) as status,
          m.merchant_state, m.information_required, coalesce(w.reason, e.reason) as reason
     from merchant_submissions s
     join merchants m on m.acquirer_id = s.acquirer_id and m.merchant_id = s.merchant_id
     left join merchant_amendments w on w.acquirer_id = s.acquirer_id and w.application_id = s.application_id
      and w.merchant_id = s.merchant_id
     left join merchant_events e on e.acquirer_id = m.acquirer_id and e.merchant_id = m.merchant_id
      and e.sequence = m.sequence and m.status in ('REJECTED', 'INFORMATION_REQUIRED')
    where s.acquirer_id = $1 and s.request_no = $2 and s.position > $3
    order by s.position limit $4`,
);

/** Lists the merchants of a request after a position, with their current status. */
export function listSubmissions(
  tx: Tx,
  acquirerId: string,
  requestNo: bigint,
  after: number,
  limit: number,
): Promise<SubmissionRow[]> {
  return tx.query(selectSubmissions, [acquirerId, requestNo, after, limit]);
}

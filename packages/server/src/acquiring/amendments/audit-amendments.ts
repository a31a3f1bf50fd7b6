import { changeOf } from '../../platform/audit/index.ts';
import type { OperationContext } from '../../platform/operation/index.ts';
import type { ExistingRecords } from '../onboarding/model/existing-records.ts';
import type { OpenAmendment } from '../records/open-amendment-store.ts';
import type { HeldAmendment } from './hold-amendments.ts';
import type { AppliedAmendment } from './model/applied-amendment.ts';

const MAX_PATHS = 50;

interface AuditContext {
  readonly audit: OperationContext['audit'];
  readonly log: string;
  /** The acquirer's id of the request. */
  readonly requestId: string;
}

/** Audits amendments that were applied, and open amendments that ended because their merchant was closed. */
export function auditApplications(
  { audit, log, requestId }: AuditContext,
  existing: Pick<ExistingRecords, 'merchants'>,
  openAmendments: ReadonlyMap<string, OpenAmendment>,
  applied: Iterable<AppliedAmendment>,
): void {
  for (const { types, row, changedPaths } of applied) {
    const was = existing.merchants.get(row.merchantId)!;
    const details = {
      types,
      version: row.version,
      request: requestId,
      // Omits the values, because they can be personal data. They are stored with the version.
      changed: changedPaths.slice(0, MAX_PATHS),
    };
    const open = row.state === 'CLOSED' ? openAmendments.get(row.merchantId) : undefined;
    const before = { version: was.version, merchantState: was.merchant_state, chainId: was.chain_id };
    const after = { version: row.version, merchantState: row.state, chainId: row.chainId };
    const subject = `merchant:${row.merchantId}`;
    audit(log, subject, 'amended', details, changeOf(before, after));
    if (open === undefined) continue;
    const ended = { types: open.types, applicationId: open.application_id, request: requestId };
    const change = { before: { amendment: open.status }, after: { amendment: 'REJECTED' } };
    audit(log, subject, 'amendment ended', ended, change);
  }
}

export function auditHolds({ audit, log, requestId }: AuditContext, amendments: Iterable<HeldAmendment>): void {
  for (const { merchant, types, status, hits } of amendments) {
    const details = { types, request: requestId, hits: hits?.map(({ check }) => check) ?? null };
    const change = { before: { amendment: null }, after: { amendment: status } };
    audit(log, `merchant:${merchant.merchantId}`, 'amendment held', details, change);
  }
}

import type { MerchantState } from '@cardwright/contract';
import type { CheckedMerchant } from '../onboarding/model/onboarding-parts.ts';
import type { AcceptedAmendments, RequestOnRecord } from '../onboarding/request-amendments.ts';
import type { OpenAmendment } from '../records/open-amendment-store.ts';
import { auditApplications, auditHolds } from './audit-amendments.ts';
import type { AmendmentPartition } from './hold-amendments.ts';
import { writeAmendments } from './write-amendments.ts';
import { endAmendmentsOfClosedMerchants, writeHeldAmendments } from './write-held-amendments.ts';

/**
 * Accepts the amendments of a request without findings. Some apply now; others wait for the screening or for an
 * approval.
 */
export function acceptAmendments(
  { acquirerId, existing }: RequestOnRecord,
  openAmendments: ReadonlyMap<string, OpenAmendment>,
  { amended, held }: AmendmentPartition,
): AcceptedAmendments {
  const applied = [...amended.values()];
  const closed = applied.filter(({ row }) => row.state === 'CLOSED').map(({ row }) => row.merchantId);
  const versionOf = (merchant: CheckedMerchant) => {
    const amendment = amended.get(merchant);
    return amendment?.isChange ? amendment.row.version : null;
  };
  const stateOf = (merchant: CheckedMerchant): MerchantState | null =>
    amended.get(merchant)?.row.state ?? existing.merchants.get(merchant.merchantId)?.merchant_state ?? null;
  return {
    closedMerchants: new Set(closed),
    write: async (tx, submission, applicationIds) => {
      const context = { ...submission, acquirerId };
      const moves = await writeAmendments(tx, { ...context, amended: applied });
      moves.push(...(await writeHeldAmendments(tx, context, [...held.values()], applicationIds)));
      moves.push(...(await endAmendmentsOfClosedMerchants(tx, context, openAmendments, closed)));
      return moves;
    },
    versionOf,
    responseOf: (merchant) => {
      const version = versionOf(merchant);
      const merchantState = stateOf(merchant);
      return {
        status: held.get(merchant)?.status ?? 'BOARDED',
        ...(merchantState !== null && { merchantState }),
        amendments: [...merchant.types],
        ...(version !== null && { version }),
      };
    },
    audit: (audit, log, requestId) => {
      auditApplications({ audit, log, requestId }, existing, openAmendments, applied);
      auditHolds({ audit, log, requestId }, held.values());
    },
  };
}

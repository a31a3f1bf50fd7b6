import type { Finding } from '@cardwright/contract';
import type { CheckedMerchant } from '../onboarding/model/onboarding-parts.ts';
import type { OpenAmendment } from '../records/open-amendment-store.ts';
import type { AppliedAmendment } from './model/applied-amendment.ts';
import { requireScreening, requiresScreening } from './model/screened-amendment.ts';

/**
 * Finds the open amendment that prevents another one. A merchant has only one, because two that each pass the checks
 * can break a condition together. `applied` is undefined if the amendment has other findings.
 */
export function findOpenAmendment(
  { types, path, merchantId }: CheckedMerchant,
  applied: AppliedAmendment | undefined,
  openAmendments: ReadonlyMap<string, OpenAmendment>,
): Finding[] {
  const open = openAmendments.get(merchantId);
  if (open === undefined) return [];
  if (!(applied === undefined ? requireScreening(types) : requiresScreening(applied))) return [];
  const { application_id: applicationId } = open;
  return [
    {
      path: `${path}.merchantId`,
      error: 'state_forbids',
      message: `has an amendment that waits already: ${open.types.join(', ')} of application ${applicationId}`,
      action: `wait until application ${applicationId} is decided, or have it rejected`,
    },
  ];
}

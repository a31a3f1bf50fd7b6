import type { Finding } from '@cardwright/contract';
import type { ChainsOfRequest } from '../onboarding/model/chains-of-request.ts';
import type { ExistingRecords } from '../onboarding/model/existing-records.ts';
import type { CheckedMerchant, CheckedOnboarding } from '../onboarding/model/onboarding-parts.ts';

/**
 * Finds the chain of an application that only amends and links no merchant to it. Such a chain has no effect. A
 * merchant's own chain is checked with its amendment.
 */
export function findUnlinkedChains(
  { applications, merchants }: CheckedOnboarding,
  existing: ExistingRecords,
  chains: ChainsOfRequest,
): Finding[] {
  const members = Array.from({ length: applications }, (): CheckedMerchant[] => []);
  for (const merchant of merchants) members[merchant.application]!.push(merchant);
  return members.flatMap((all, application): Finding[] => {
    const chain = chains.ofApplication(application);
    if (chain === undefined || all.length === 0) return [];
    const isLinked = ({ kind, types, merchantId }: CheckedMerchant) =>
      kind === 'BOARDING' ||
      types.includes('LINKED_CHAIN') ||
      existing.merchants.get(merchantId)?.chain_id === chain.chainId;
    if (all.some(isLinked)) return [];
    const path = `${chain.path}.chainId`;
    const message = 'is not linked to any merchant: the request has no LINKED_CHAIN amendment';
    return [
      {
        path,
        error: 'value_not_allowed',
        message,
        action: `remove ${chain.path}, or add LINKED_CHAIN to the amendments`,
      },
    ];
  });
}

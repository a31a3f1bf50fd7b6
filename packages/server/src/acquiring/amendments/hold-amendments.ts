import type { AmendmentType } from '@cardwright/contract';
import type { Tx } from '../../platform/storage/index.ts';
import type { OnboardingRules } from '../acquirers/onboarding-rules.ts';
import type { ChainsOfRequest } from '../onboarding/model/chains-of-request.ts';
import type { ExistingRecords } from '../onboarding/model/existing-records.ts';
import { type CheckedChain, type CheckedMerchant, NOTHING } from '../onboarding/model/onboarding-parts.ts';
import type { StoredHit } from '../records/stored-hit.ts';
import { applyAmendments } from './apply-amendments.ts';
import type { AppliedAmendment } from './model/applied-amendment.ts';
import { needsReview, requiresScreening } from './model/screened-amendment.ts';
import { type AmendmentScreening, screenAtOnce } from './screen-amendments.ts';

/** HOLD and RELEASE apply at once, even if other types of the same amendment wait. */
const IMMEDIATE_TYPES: readonly AmendmentType[] = ['HOLD', 'RELEASE'];

/** The part of an amendment that is not applied yet. */
export interface HeldAmendment {
  readonly merchant: CheckedMerchant;
  readonly types: readonly AmendmentType[];
  readonly status: 'SCREENING' | 'PENDING_APPROVAL';
  /** Null until the amendment is screened. */
  readonly hits: readonly StoredHit[] | null;
  readonly chainId: string | null;
}

export interface AmendmentPartition {
  readonly amended: ReadonlyMap<CheckedMerchant, AppliedAmendment>;
  readonly held: ReadonlyMap<CheckedMerchant, HeldAmendment>;
}

interface RequestRecords {
  readonly existing: ExistingRecords;
  readonly chains: ChainsOfRequest;
  readonly newChains: readonly CheckedChain[];
  readonly rules: Pick<OnboardingRules, 'defaultPaymentMethods'>;
}

/**
 * Decides which amendments apply now and which wait (docs/interface/merchant-amendments.md#screening). Amendments with
 * a hit, and types that the acquirer approves, wait for an approval. An outside provider screens amendments after the
 * answer.
 */
export async function holdAmendments(
  tx: Tx,
  screening: AmendmentScreening,
  applied: ReadonlyMap<CheckedMerchant, AppliedAmendment>,
  records: RequestRecords,
  at: Date,
): Promise<AmendmentPartition> {
  const screened = [...applied].filter(([, amendment]) => requiresScreening(amendment));
  if (screened.length === 0) return { amended: applied, held: new Map() };
  const amendments = screened.map(([, amendment]) => amendment);
  const hits = await screenAtOnce(tx, screening, amendments, records, at);
  const heldAmendments = new Map<CheckedMerchant, HeldAmendment>();
  for (const [merchant, amendment] of screened) {
    const amendmentHits = hits?.get(amendment) ?? null;
    if (amendmentHits !== null && !needsReview(amendment.types, amendmentHits, screening.approvedAmendments)) continue;
    heldAmendments.set(merchant, {
      merchant,
      types: amendment.types.filter((type) => !IMMEDIATE_TYPES.includes(type)),
      status: amendmentHits === null ? 'SCREENING' : 'PENDING_APPROVAL',
      hits: amendmentHits,
      chainId: records.chains.chainOf(merchant)?.chainId ?? null,
    });
  }
  return {
    amended: await withoutHeld(tx, screening.acquirerId, applied, heldAmendments, records),
    held: heldAmendments,
  };
}

/** Returns the amendments that apply now: whole amendments, and HOLD or RELEASE of those that wait. */
async function withoutHeld(
  tx: Tx,
  acquirerId: string,
  applied: ReadonlyMap<CheckedMerchant, AppliedAmendment>,
  held: ReadonlyMap<CheckedMerchant, HeldAmendment>,
  records: RequestRecords,
): Promise<ReadonlyMap<CheckedMerchant, AppliedAmendment>> {
  const amended = new Map([...applied].filter(([merchant]) => !held.has(merchant)));
  const atOnce = new Map<CheckedMerchant, CheckedMerchant>();
  for (const merchant of held.keys()) {
    const types = merchant.types.filter((type) => IMMEDIATE_TYPES.includes(type));
    if (types.length > 0) atOnce.set({ ...merchant, types, record: NOTHING, shortFields: [] }, merchant);
  }
  const moved = await applyAmendments(tx, acquirerId, [...atOnce.keys()], records);
  for (const [immediate, merchant] of atOnce) {
    const amendment = moved.applied.get(immediate);
    if (amendment === undefined)
      throw new Error('HOLD or RELEASE was refused separately, although the whole amendment was accepted');
    amended.set(merchant, { ...amendment, merchant });
  }
  return amended;
}

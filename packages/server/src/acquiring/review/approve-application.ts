import { approveApplication } from '@cardwright/contract';
import { implementRest } from '../../platform/operation/index.ts';
import { unclearedHits } from '../records/hit-decisions.ts';
import { describeApprovalObstacles, type ObstacleDescription } from '../records/merchant-status.ts';
import type { StoredHit } from '../records/stored-hit.ts';
import { applyReviewedAmendments } from './review-amendments.ts';
import { type ReviewDeps, type ReviewStep, reviewMerchants } from './review-merchants.ts';
import { board } from './review-store.ts';

const MAX_HITS_IN_MESSAGE = 3;

const STEP: ReviewStep<object> = {
  action: 'approve',
  reviewAction: 'APPROVED',
  needsAnotherPerson: true,
  reportsHits: true,
  findObstacle: (
    { merchant_id, amendments, kyc, kyc_confirmed_by, reviewed_by, screening_hits },
    by,
    applicationId,
  ) => {
    const standing = unclearedHits(screening_hits);
    // An amendment needs no confirmation, because the identity was confirmed when the merchant was boarded.
    const isConfirmed = kyc || amendments !== null;
    const confirmedBy = amendments === null ? kyc_confirmed_by : null;
    const facts = {
      kyc: isConfirmed,
      kycConfirmedBy: confirmedBy,
      reviewedBy: reviewed_by,
      hits: screening_hits ?? [],
    };
    return [
      ...(amendments !== null && screening_hits === null ? [unscreened(merchant_id, applicationId)] : []),
      ...(standing[0] === undefined ? [] : [hitObstacle(merchant_id, applicationId, standing, standing[0])]),
      ...describeApprovalObstacles(facts, by).map((obstacle) => withRemedy(obstacle, merchant_id, applicationId)),
    ];
  },
  apply: ({ tx, caller, now }, acquirerId, ids) => board(tx, acquirerId, ids, { by: caller.clientId, at: now }),
  amend: applyReviewedAmendments,
  through: ['APPROVED', 'BOARDED'],
  state: 'ACTIVE',
};

/** Adds to an obstacle how to remove it. */
function withRemedy({ message, removedBy }: ObstacleDescription, merchantId: string, applicationId: string) {
  const way =
    removedBy === undefined
      ? `ask another person to approve ${merchantId}`
      : `let a reviewer call POST /V2/merchants/applications/${applicationId}/${removedBy} for ${merchantId}`;
  return { message, remedy: `${way}, or leave ${merchantId} out` };
}

/** Returns the obstacle of an amendment that its merchant did not allow at the time of the screening. */
function unscreened(merchantId: string, applicationId: string) {
  const call = `POST /V2/merchants/applications/${applicationId}/screen`;
  return {
    message: 'has not been screened, as the merchant did not allow the amendment then',
    remedy: `let a reviewer call ${call} for ${merchantId}, or leave ${merchantId} out`,
  };
}

/** Returns the obstacle of uncleared hits. A person has to clear each hit and give a reason. */
function hitObstacle(merchantId: string, applicationId: string, standing: readonly StoredHit[], first: StoredHit) {
  const deniedHits = standing
    .slice(0, MAX_HITS_IN_MESSAGE)
    .map(({ check, path, state }) => `${check} ${path ?? ''} (${state})`);
  const more = standing.length - deniedHits.length;
  const which = `${deniedHits.join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
  const [count, clear] =
    standing.length === 1
      ? ['1 hit of the screening that is', 'clear it']
      : [`${standing.length} hits of the screening that are`, 'clear the first one'];
  return {
    message: `has ${count} not cleared: ${which}`,
    remedy: `${clear} with POST /V2/merchants/applications/${applicationId}/hits/${first.hitId}/clear, or leave ${merchantId} out`,
  };
}

/** Approves merchants by a second person. Approved merchants are boarded in the same transaction. */
export function approveApplicationOperation(deps: ReviewDeps) {
  return implementRest(approveApplication, (context, input) =>
    reviewMerchants(deps, context, approveApplication, input, STEP),
  );
}

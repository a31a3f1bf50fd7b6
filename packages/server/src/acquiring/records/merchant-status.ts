import { type ApprovalFacts, type ApprovalObstacle, approvalObstacles } from '@cardwright/contract';

export interface ObstacleDescription {
  readonly message: string;
  /** The action of a review that removes it; absent where it takes another person. */
  readonly removedBy?: 'review' | 'confirm-kyc';
}

const same = (what: string): ObstacleDescription => ({
  message: `${what} by the same person: approval needs a second one`,
});
const DESCRIPTIONS: Readonly<Record<ApprovalObstacle, ObstacleDescription>> = {
  'not-reviewed': { message: 'has not been reviewed', removedBy: 'review' },
  'kyc-not-confirmed': { message: 'has kyc false, and no reviewer has confirmed it', removedBy: 'confirm-kyc' },
  'same-reviewer': same('was reviewed'),
  'same-kyc-confirmer': same('had its KYC confirmed'),
  'same-hit-clearer': same('had a hit cleared'),
};

/** Everything that keeps this person from approving the merchant, as the answer tells it. */
export function describeApprovalObstacles(merchant: ApprovalFacts, approver: string): readonly ObstacleDescription[] {
  return approvalObstacles(merchant, approver).map((obstacle) => DESCRIPTIONS[obstacle]);
}

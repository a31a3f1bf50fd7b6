import { type ApprovalFacts, type ApprovalObstacle, approvalObstacles } from '@cardwright/contract';

export interface ObstacleDescription {
  readonly message: string;
  /** The review action that removes the obstacle. Absent if another person has to act. */
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

/** Returns everything that prevents this person from approving the merchant, as the answer describes it. */
export function describeApprovalObstacles(merchant: ApprovalFacts, approver: string): readonly ObstacleDescription[] {
  return approvalObstacles(merchant, approver).map((obstacle) => DESCRIPTIONS[obstacle]);
}

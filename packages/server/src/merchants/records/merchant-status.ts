import type { MerchantStatus, ScreeningHit } from '@cardwright/contract';

/** What moves a boarding: the server, the acquirer who sent it, a reviewer, or an approver. */
export const BOARDING_ACTIONS = [
  'screen',
  'pass',
  'ask-information',
  'resubmit',
  'review',
  'confirm-kyc',
  'reject',
  'approve',
  'board',
] as const;
export type BoardingAction = (typeof BOARDING_ACTIONS)[number];

/** From each status to the next one; anything not listed is refused (docs/interface/merchant-review.md#status). */
const MOVES: Record<BoardingAction, Partial<Record<MerchantStatus, MerchantStatus>>> = {
  // a person may repeat a screening, even while the outside provider does not answer
  screen: { RECEIVED: 'SCREENING', SCREENING: 'SCREENING', PENDING_APPROVAL: 'SCREENING' },
  pass: { SCREENING: 'PENDING_APPROVAL' },
  'ask-information': { PENDING_APPROVAL: 'INFORMATION_REQUIRED' },
  resubmit: { INFORMATION_REQUIRED: 'RECEIVED' },
  review: { PENDING_APPROVAL: 'PENDING_APPROVAL' },
  'confirm-kyc': { PENDING_APPROVAL: 'PENDING_APPROVAL' },
  // possible until approval: a rejection need not wait for a screening or for information
  reject: {
    RECEIVED: 'REJECTED',
    SCREENING: 'REJECTED',
    PENDING_APPROVAL: 'REJECTED',
    INFORMATION_REQUIRED: 'REJECTED',
  },
  approve: { PENDING_APPROVAL: 'APPROVED' },
  board: { APPROVED: 'BOARDED' },
};

/** The status after the action; undefined when the current status does not allow it. */
export function nextStatus(status: MerchantStatus, action: BoardingAction): MerchantStatus | undefined {
  return MOVES[action][status];
}

/** The statuses that the action can start from. */
export function statusesFor(action: BoardingAction): readonly MerchantStatus[] {
  return Object.keys(MOVES[action]) as MerchantStatus[];
}

/** The facts that an approval depends on. */
export interface ApprovalFacts {
  readonly kyc: boolean;
  readonly kycConfirmedBy: string | null;
  readonly reviewedBy: string | null;
  readonly hits: readonly ScreeningHit[];
}

export interface ApprovalObstacle {
  readonly message: string;
  /** The action of a review that removes it; absent where it takes another person. */
  readonly removedBy?: 'review' | 'confirm-kyc';
}

/** Everything that keeps this person from approving the merchant. */
export function findApprovalObstacles(merchant: ApprovalFacts, approver: string): ApprovalObstacle[] {
  const { kyc, kycConfirmedBy, reviewedBy, hits } = merchant;
  const same = (what: string) => ({ message: `${what} by the same person: approval needs a second one` });
  return [
    ...(reviewedBy === null ? [{ message: 'has not been reviewed', removedBy: 'review' as const }] : []),
    ...(!kyc && kycConfirmedBy === null
      ? [{ message: 'has kyc false, and no reviewer has confirmed it', removedBy: 'confirm-kyc' as const }]
      : []),
    ...(reviewedBy === approver ? [same('was reviewed')] : []),
    ...(kycConfirmedBy === approver ? [same('had its KYC confirmed')] : []),
    ...(hits.some(({ state, decidedBy }) => state === 'CLEARED' && decidedBy === approver)
      ? [same('had a hit cleared')]
      : []),
  ];
}

import type { MerchantStatus } from '@cardwright/contract';

/** What moves a boarding on: the server itself, who sent it, a reviewer, or an approver. */
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

/** From which status to which; what is not here is refused (docs/interface/merchant-review.md#status). */
const MOVES: Record<BoardingAction, Partial<Record<MerchantStatus, MerchantStatus>>> = {
  // a person may have a merchant screened again, also while an outside provider stays away
  screen: { RECEIVED: 'SCREENING', SCREENING: 'SCREENING', PENDING_APPROVAL: 'SCREENING' },
  pass: { SCREENING: 'PENDING_APPROVAL' },
  'ask-information': { PENDING_APPROVAL: 'INFORMATION_REQUIRED' },
  resubmit: { INFORMATION_REQUIRED: 'RECEIVED' },
  review: { PENDING_APPROVAL: 'PENDING_APPROVAL' },
  'confirm-kyc': { PENDING_APPROVAL: 'PENDING_APPROVAL' },
  // until it is approved: nobody has to wait for a screening, or for information, to refuse
  reject: {
    RECEIVED: 'REJECTED',
    SCREENING: 'REJECTED',
    PENDING_APPROVAL: 'REJECTED',
    INFORMATION_REQUIRED: 'REJECTED',
  },
  approve: { PENDING_APPROVAL: 'APPROVED' },
  board: { APPROVED: 'BOARDED' },
};

/** The status that the action leads to; undefined where the status does not allow it. */
export function nextStatus(status: MerchantStatus, action: BoardingAction): MerchantStatus | undefined {
  return MOVES[action][status];
}

/** What the action may begin from. */
export function statusesFor(action: BoardingAction): readonly MerchantStatus[] {
  return Object.keys(MOVES[action]) as MerchantStatus[];
}

/** What of a merchant its approval depends on. */
export interface ApprovalFacts {
  readonly kyc: boolean;
  readonly kycConfirmedBy: string | null;
  readonly reviewedBy: string | null;
}

/** Why this person cannot approve the merchant; undefined when it can be approved. */
export function findApprovalObstacle(merchant: ApprovalFacts, approver: string): string | undefined {
  const { kyc, kycConfirmedBy, reviewedBy } = merchant;
  if (reviewedBy === null) return 'has not been reviewed';
  if (!kyc && kycConfirmedBy === null) return 'has kyc false, and no reviewer has confirmed it';
  if (reviewedBy === approver) return 'was reviewed by the same person: approval needs a second one';
  if (kycConfirmedBy === approver) return 'had its KYC confirmed by the same person: approval needs a second one';
  return undefined;
}

import type { MerchantStatus } from './merchant-values.ts';
import type { ScreeningHit } from './review/screening-hit.ts';

/**
 * Actions that move a boarding to another status. The server, the submitting acquirer, a reviewer, or an approver
 * performs them.
 */
export const BOARDING_ACTIONS = [
  'screen',
  'pass',
  'ask-information',
  'resubmit',
  'review',
  'confirm-kyc',
  'return-to-review',
  'reject',
  'approve',
  'board',
] as const;
export type BoardingAction = (typeof BOARDING_ACTIONS)[number];

/**
 * The next status for each status and action. All other combinations are refused
 * (docs/interface/merchant-review.md#status).
 */
const MOVES: Record<BoardingAction, Partial<Record<MerchantStatus, MerchantStatus>>> = {
  // A person may repeat a screening, even if the external provider does not answer.
  screen: { RECEIVED: 'SCREENING', SCREENING: 'SCREENING', PENDING_APPROVAL: 'SCREENING' },
  pass: { SCREENING: 'PENDING_APPROVAL' },
  'ask-information': { PENDING_APPROVAL: 'INFORMATION_REQUIRED' },
  resubmit: { INFORMATION_REQUIRED: 'RECEIVED' },
  review: { PENDING_APPROVAL: 'PENDING_APPROVAL' },
  'confirm-kyc': { PENDING_APPROVAL: 'PENDING_APPROVAL' },
  'return-to-review': { PENDING_APPROVAL: 'PENDING_APPROVAL' },
  // A rejection is possible until approval, so that it does not have to wait for a screening or for information.
  reject: {
    RECEIVED: 'REJECTED',
    SCREENING: 'REJECTED',
    PENDING_APPROVAL: 'REJECTED',
    INFORMATION_REQUIRED: 'REJECTED',
  },
  approve: { PENDING_APPROVAL: 'APPROVED' },
  board: { APPROVED: 'BOARDED' },
};

/** Returns the status after the action, or undefined if the current status does not allow the action. */
export function nextStatus(status: MerchantStatus, action: BoardingAction): MerchantStatus | undefined {
  return MOVES[action][status];
}

/** Returns the statuses that allow the action. */
export function statusesFor(action: BoardingAction): readonly MerchantStatus[] {
  return Object.keys(MOVES[action]) as MerchantStatus[];
}

/** The facts that an approval depends on. */
export interface ApprovalFacts {
  readonly kyc: boolean;
  readonly kycConfirmedBy: string | null;
  readonly reviewedBy: string | null;
  readonly hits: readonly Pick<ScreeningHit, 'state' | 'decidedBy'>[];
}

/** Obstacles to the approval of a merchant: missing steps, and earlier actions of the same person. */
export const APPROVAL_OBSTACLES = [
  'not-reviewed',
  'kyc-not-confirmed',
  'same-reviewer',
  'same-kyc-confirmer',
  'same-hit-clearer',
] as const;
export type ApprovalObstacle = (typeof APPROVAL_OBSTACLES)[number];

/**
 * Returns all obstacles to an approval by this person. The server refuses the approval, and the console shows them in
 * advance.
 */
export function approvalObstacles(merchant: ApprovalFacts, approver: string): readonly ApprovalObstacle[] {
  const { kyc, kycConfirmedBy, reviewedBy, hits } = merchant;
  const obstacles: Record<ApprovalObstacle, boolean> = {
    'not-reviewed': reviewedBy === null,
    'kyc-not-confirmed': !kyc && kycConfirmedBy === null,
    'same-reviewer': reviewedBy === approver,
    'same-kyc-confirmer': kycConfirmedBy === approver,
    'same-hit-clearer': hits.some(({ state, decidedBy }) => state === 'CLEARED' && decidedBy === approver),
  };
  return APPROVAL_OBSTACLES.filter((obstacle) => obstacles[obstacle]);
}

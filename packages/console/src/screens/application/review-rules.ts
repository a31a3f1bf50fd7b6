import {
  type ApprovalObstacle,
  approvalObstacles,
  type BoardingAction,
  nextStatus,
  type ReviewedMerchant,
  type ScreeningHit,
} from '@cardwright/contract';
import { awaitedStatus, merchantStatus } from '../../parts/value/merchant-status.ts';
import type { WordKey } from '../../words/en.ts';

/** The actions of a review, under the names of their rules. */
export type ReviewAction = Extract<
  BoardingAction,
  'review' | 'confirm-kyc' | 'ask-information' | 'return-to-review' | 'reject' | 'screen' | 'approve'
>;

/** The person who decides, and the person who submitted the application. */
export interface Deciding {
  readonly subject: string;
  readonly submittedBy: string;
  readonly submitterMayDecide: boolean;
  /** Whether the person can review. An approver rejects only what a reviewer recommended. */
  readonly isReviewer: boolean;
}

const OBSTACLE_WORDS: Readonly<Record<ApprovalObstacle, WordKey>> = {
  'not-reviewed': 'why.notReviewed',
  'kyc-not-confirmed': 'why.kycMissing',
  'same-reviewer': 'why.reviewedByYou',
  'same-kyc-confirmer': 'why.kycByYou',
  'same-hit-clearer': 'why.hitByYou',
};
/** Actions that the submitter cannot perform. The submitter can still request information and withdraw the merchant. */
const NEED_ANOTHER: readonly ReviewAction[] = ['review', 'confirm-kyc', 'approve'];
const FOR_BOARDINGS: readonly ReviewAction[] = ['confirm-kyc', 'ask-information'];

/** Returns every reason that forbids an action, before it is tried. The server checks again. */
export function actionBlocker(merchant: ReviewedMerchant, act: ReviewAction, deciding: Deciding): readonly WordKey[] {
  const isAmendment = merchant.amendments !== undefined;
  if (isAmendment && FOR_BOARDINGS.includes(act)) return ['why.amendment'];
  if (nextStatus(merchant.status, act) === undefined) return ['why.status'];
  if (act === 'screen' && merchant.status === 'RECEIVED') return ['why.status'];
  return [
    ...(NEED_ANOTHER.includes(act) && isOwn(deciding) ? (['why.sentByYou'] as const) : []),
    ...(act === 'confirm-kyc' && merchant.kyc ? (['why.kycKnown'] as const) : []),
    ...(act === 'confirm-kyc' && merchant.kycConfirmedBy !== null ? (['why.kycConfirmed'] as const) : []),
    ...(act === 'return-to-review' && merchant.reviewedBy === null ? (['why.notReviewed'] as const) : []),
    ...(act === 'reject' && !deciding.isReviewer ? whyNotRejected(merchant) : []),
    ...(act === 'approve' ? whyNotApproved(merchant, isAmendment, deciding.subject) : []),
  ];
}

function isOwn({ subject, submittedBy, submitterMayDecide }: Deciding): boolean {
  return subject === submittedBy && !submitterMayDecide;
}

function whyNotRejected({ status, reviewedBy }: ReviewedMerchant): readonly WordKey[] {
  if (status !== 'PENDING_APPROVAL') return ['why.status'];
  return reviewedBy === null ? ['why.notReviewed'] : [];
}

function whyNotApproved(merchant: ReviewedMerchant, isAmendment: boolean, approver: string): readonly WordKey[] {
  const { kyc, kycConfirmedBy, reviewedBy, screening } = merchant;
  const hits = screening.hits ?? [];
  // The identity of a boarded merchant was confirmed at boarding.
  const known = isAmendment ? { kyc: true, kycConfirmedBy: null } : { kyc, kycConfirmedBy };
  return [
    ...(isAmendment && screening.hits === null ? (['why.unscreened'] as const) : []),
    ...(hits.some(({ state }) => state !== 'CLEARED') ? (['why.hits'] as const) : []),
    ...approvalObstacles({ ...known, reviewedBy, hits }, approver).map((obstacle) => OBSTACLE_WORDS[obstacle]),
  ];
}

/** The status of a merchant in words: one that people decide about awaits a review, or only the approval. */
export function reviewStatus(merchant: ReviewedMerchant): string {
  const { status, amendments, kyc, kycConfirmedBy, reviewedBy, screening } = merchant;
  if (status !== 'PENDING_APPROVAL') return merchantStatus(status);
  const isKnown = amendments !== undefined || kyc || kycConfirmedBy !== null;
  const isCleared = screening.hits?.every(({ state }) => state === 'CLEARED') === true;
  return awaitedStatus(isKnown && isCleared && reviewedBy !== null ? 'APPROVAL' : 'REVIEW');
}

/** Returns every reason that forbids a decision about one hit. */
export function hitBlocker(
  merchant: Pick<ReviewedMerchant, 'status'>,
  hit: Pick<ScreeningHit, 'state' | 'decidedBy'>,
  to: 'CLEARED' | 'CONFIRMED',
  deciding: Deciding,
): readonly WordKey[] {
  if (merchant.status !== 'PENDING_APPROVAL') return ['why.status'];
  return [
    ...(to === 'CLEARED' && isOwn(deciding) ? (['why.sentByYou'] as const) : []),
    ...(hit.state === 'CONFIRMED' && hit.decidedBy === deciding.subject ? (['why.confirmedByYou'] as const) : []),
  ];
}

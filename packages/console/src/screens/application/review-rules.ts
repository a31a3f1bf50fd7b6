import {
  type ApprovalObstacle,
  approvalObstacles,
  type BoardingAction,
  nextStatus,
  type ReviewedMerchant,
  type ScreeningHit,
} from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';

/** What people do with a merchant, each under the name of its rule. */
export type ReviewAction = Extract<
  BoardingAction,
  'review' | 'confirm-kyc' | 'ask-information' | 'reject' | 'screen' | 'approve'
>;

/** Who would do it, and whose application it is. */
export interface Deciding {
  readonly subject: string;
  readonly submittedBy: string;
  readonly submitterMayDecide: boolean;
}

const OBSTACLE_WORDS: Readonly<Record<ApprovalObstacle, WordKey>> = {
  'not-reviewed': 'why.notReviewed',
  'kyc-not-confirmed': 'why.kycMissing',
  'same-reviewer': 'why.reviewedByYou',
  'same-kyc-confirmer': 'why.kycByYou',
  'same-hit-clearer': 'why.hitByYou',
};
/** Who sent a merchant may ask for information about it, and take it back. */
const NEED_ANOTHER: readonly ReviewAction[] = ['review', 'confirm-kyc', 'approve'];
const FOR_BOARDINGS: readonly ReviewAction[] = ['confirm-kyc', 'ask-information'];

/** Everything that forbids an act, told before it is tried. The server decides again. */
export function actionBlocker(merchant: ReviewedMerchant, act: ReviewAction, deciding: Deciding): readonly WordKey[] {
  const isAmendment = merchant.amendments !== undefined;
  if (isAmendment && FOR_BOARDINGS.includes(act)) return ['why.amendment'];
  if (nextStatus(merchant.status, act) === undefined) return ['why.status'];
  if (act === 'screen' && merchant.status === 'RECEIVED') return ['why.status'];
  return [
    ...(NEED_ANOTHER.includes(act) && isOwn(deciding) ? (['why.sentByYou'] as const) : []),
    ...(act === 'confirm-kyc' && merchant.kyc ? (['why.kycKnown'] as const) : []),
    ...(act === 'confirm-kyc' && merchant.kycConfirmedBy !== null ? (['why.kycConfirmed'] as const) : []),
    ...(act === 'approve' ? whyNotApproved(merchant, isAmendment, deciding.subject) : []),
  ];
}

function isOwn({ subject, submittedBy, submitterMayDecide }: Deciding): boolean {
  return subject === submittedBy && !submitterMayDecide;
}

function whyNotApproved(merchant: ReviewedMerchant, isAmendment: boolean, approver: string): readonly WordKey[] {
  const { kyc, kycConfirmedBy, reviewedBy, screening } = merchant;
  const hits = screening.hits ?? [];
  // who a boarded merchant is was confirmed when it was boarded
  const known = isAmendment ? { kyc: true, kycConfirmedBy: null } : { kyc, kycConfirmedBy };
  return [
    ...(isAmendment && screening.hits === null ? (['why.unscreened'] as const) : []),
    ...(hits.some(({ state }) => state !== 'CLEARED') ? (['why.hits'] as const) : []),
    ...approvalObstacles({ ...known, reviewedBy, hits }, approver).map((obstacle) => OBSTACLE_WORDS[obstacle]),
  ];
}

/** The same of a decision about one hit. */
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

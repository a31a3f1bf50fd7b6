import type { WordKey } from '../../words/en.ts';
import type { ReviewAction } from './review-rules.ts';

interface ActWords {
  readonly verb: WordKey;
  readonly effect: WordKey;
  readonly scope: 'merchants:review' | 'merchants:approve';
  readonly isFinal?: true;
}

/** Each action with its effect, in the usual order of a review. */
export const REVIEW_ACTIONS: Readonly<Record<Exclude<ReviewAction, 'ask-information'>, ActWords>> = {
  'confirm-kyc': { verb: 'act.kyc', effect: 'act.kycEffect', scope: 'merchants:review' },
  review: { verb: 'act.review', effect: 'act.reviewEffect', scope: 'merchants:review' },
  approve: { verb: 'act.approve', effect: 'act.approveEffect', scope: 'merchants:approve' },
  screen: { verb: 'act.screen', effect: 'act.screenEffect', scope: 'merchants:review' },
  reject: { verb: 'act.reject', effect: 'act.rejectEffect', scope: 'merchants:review', isFinal: true },
};

/** The maximum length that the operations accept. */
export const REASON_LENGTH = 500;

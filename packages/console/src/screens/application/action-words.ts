import type { WordKey } from '../../words/en.ts';
import type { ReviewAction } from './review-rules.ts';

interface ActWords {
  readonly verb: WordKey;
  readonly effect: WordKey;
  /** A person with one of these scopes has the button. */
  readonly scopes: readonly ('merchants:review' | 'merchants:approve')[];
  readonly isFinal?: true;
}

/** Each action with its effect, in the usual order of a review. */
export const REVIEW_ACTIONS: Readonly<Record<Exclude<ReviewAction, 'ask-information'>, ActWords>> = {
  'confirm-kyc': { verb: 'act.kyc', effect: 'act.kycEffect', scopes: ['merchants:review'] },
  review: { verb: 'act.review', effect: 'act.reviewEffect', scopes: ['merchants:review'] },
  approve: { verb: 'act.approve', effect: 'act.approveEffect', scopes: ['merchants:approve'] },
  'return-to-review': { verb: 'act.return', effect: 'act.returnEffect', scopes: ['merchants:approve'] },
  screen: { verb: 'act.screen', effect: 'act.screenEffect', scopes: ['merchants:review'] },
  reject: {
    verb: 'act.reject',
    effect: 'act.rejectEffect',
    scopes: ['merchants:review', 'merchants:approve'],
    isFinal: true,
  },
};

/** The maximum length that the operations accept. */
export const REASON_LENGTH = 500;

import type { LATE_ANSWER_FILTERS } from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';

/** What the bank's own system said when it was too late. */
export const LATE_ANSWER_WORDS: Readonly<Record<(typeof LATE_ANSWER_FILTERS)[number], WordKey>> = {
  APPROVE: 'filter.lateApprove',
  DECLINE: 'filter.lateDecline',
  ANY: 'filter.lateSome',
};

import type { LATE_ANSWER_FILTERS } from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';

/** The late responses of the bank's decision partner. */
export const LATE_ANSWER_WORDS: Readonly<Record<(typeof LATE_ANSWER_FILTERS)[number], WordKey>> = {
  APPROVE: 'filter.lateApprove',
  DECLINE: 'filter.lateDecline',
  ANY: 'filter.lateSome',
};

import type { ChangeState } from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';

export const STATE_WORDS: Readonly<Record<ChangeState, WordKey>> = {
  PENDING: 'approvals.pending',
  APPLIED: 'status.applied',
  REJECTED: 'approvals.rejected',
  WITHDRAWN: 'status.withdrawn',
  EXPIRED: 'approvals.expired',
};

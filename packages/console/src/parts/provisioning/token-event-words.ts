import type { TokenEvent } from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';

export const TOKEN_EVENT_WORDS: Readonly<Record<TokenEvent, WordKey>> = {
  PROVISION: 'timeLine.tokenRequested',
  APPROVE: 'timeLine.tokenActive',
  ISSUE_CODE: 'timeLine.tokenCode',
  ACTIVATE: 'timeLine.tokenActive',
  SUSPEND: 'timeLine.tokenSuspended',
  RESUME: 'timeLine.tokenResumed',
  DEACTIVATE: 'timeLine.tokenDeactivated',
  DELETE: 'timeLine.tokenDeleted',
};

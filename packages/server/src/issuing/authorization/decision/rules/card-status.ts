import type { ActionCode, LiveCardStatus } from '@cardwright/contract';
import type { Rule } from './rule.ts';

const DECLINE_CODES: Record<Exclude<LiveCardStatus, 'ACTIVE'>, ActionCode> = {
  BLOCKED: '62',
  LOST: '41',
  STOLEN: '43',
  // a network gets the same answer for a closed card as for a missing one
  CLOSED: '14',
};

export const cardStatusRule: Rule = {
  name: 'CARD_STATUS',
  labels: ['status'],
  evaluate(facts) {
    const status = facts.card.status;
    if (status === 'ACTIVE') return { saw: [status] };
    return { saw: [status], refuse: { actionCode: DECLINE_CODES[status], reason: `CARD_${status}` } };
  },
};

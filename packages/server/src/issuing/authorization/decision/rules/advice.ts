import { ACTION_CODES, type ActionCode } from '@cardwright/contract';
import type { Rule } from './rule.ts';

/**
 * Records what the network decided itself (docs/interface/iso8583.md#advices). An approval of the network passes whatever
 * the card, its settings and its funds are. A decline keeps its action code, or becomes 05.
 */
export const adviceRule: Rule = {
  name: 'NETWORK_ADVICE',
  labels: ['action_code', 'approval_code'],
  evaluate(_facts, { advice }) {
    const { actionCode = '00', approvalCode = '' } = advice ?? {};
    const saw = [actionCode, approvalCode];
    if (actionCode === '00') return { saw };
    return { saw, refuse: { actionCode: isKnown(actionCode) ? actionCode : '05', reason: 'NETWORK_DECLINED' } };
  },
};

function isKnown(code: string): code is ActionCode {
  return Object.hasOwn(ACTION_CODES, code);
}

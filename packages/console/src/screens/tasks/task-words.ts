import type { PaymentRequestState, TaskKind } from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';

export const KIND_WORDS: Readonly<Record<TaskKind, WordKey>> = {
  PAYMENT_REQUEST: 'tasks.paymentRequest',
  CHANGE_APPROVAL: 'tasks.changeApproval',
  EMERGENCY_CHANGE: 'tasks.emergencyChange',
  RULE_APPROVAL: 'tasks.ruleApproval',
  MERCHANT_REVIEW: 'tasks.merchantReview',
  MERCHANT_APPROVAL: 'tasks.merchantApproval',
  ENDPOINT_FAILING: 'tasks.endpointFailing',
  EMBOSSING_OVERDUE: 'tasks.embossingOverdue',
};

/** Whether a task is about the subject of a change request, such as `rule:NAME`. */
export function isAboutChange(kind: TaskKind): boolean {
  return kind === 'CHANGE_APPROVAL' || kind === 'EMERGENCY_CHANGE';
}

export const PAYMENT_STATE_WORDS: Readonly<Record<PaymentRequestState, WordKey>> = {
  OPEN: 'tasks.open',
  ALLOWED: 'tasks.allowed',
  DECLINED: 'tasks.declined',
  DONE: 'tasks.done',
};

// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import {
  assignTask,
  commentTask,
  decidePaymentRequest,
  finishPaymentRequest,
  listTasks,
  requestPayment,
} from '@cardwright/contract';
import type { CallMethod, MethodFactory } from '../call-method.ts';

/** Tasks of a person or a role. */
export interface TaskCalls {
  /** List tasks. */
  readonly list: CallMethod<typeof listTasks>;
  /** Assign a task. */
  readonly assign: CallMethod<typeof assignTask, ['task_id']>;
  /** Comment on a task. */
  readonly comment: CallMethod<typeof commentTask, ['task_id']>;
  /** Create a payment request. */
  readonly requestPayment: CallMethod<typeof requestPayment>;
  /** Decide a payment request. */
  readonly decidePaymentRequest: CallMethod<typeof decidePaymentRequest, ['payment_request_id']>;
  /** Finish a payment request. */
  readonly finishPaymentRequest: CallMethod<typeof finishPaymentRequest, ['payment_request_id']>;
}

export function makeTasks({ one }: MethodFactory): TaskCalls {
  return {
    list: one(listTasks),
    assign: one(assignTask, 'task_id'),
    comment: one(commentTask, 'task_id'),
    requestPayment: one(requestPayment),
    decidePaymentRequest: one(decidePaymentRequest, 'payment_request_id'),
    finishPaymentRequest: one(finishPaymentRequest, 'payment_request_id'),
  };
}

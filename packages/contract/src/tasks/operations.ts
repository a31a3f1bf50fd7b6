// Written by scripts/documents/write-docs.mjs from the files of this folder. Only the order in the list is chosen by hand.
import { assignTask } from './assign-task.ts';
import { commentTask } from './comment-task.ts';
import { decidePaymentRequest } from './decide-payment-request.ts';
import { finishPaymentRequest } from './finish-payment-request.ts';
import { listTasks } from './list-tasks.ts';
import { requestPayment } from './request-payment.ts';

export * from './assign-task.ts';
export * from './comment-task.ts';
export * from './decide-payment-request.ts';
export * from './finish-payment-request.ts';
export * from './list-tasks.ts';
export * from './request-payment.ts';

export const TASKS_OPERATIONS = [
  listTasks,
  assignTask,
  commentTask,
  requestPayment,
  decidePaymentRequest,
  finishPaymentRequest,
] as const;

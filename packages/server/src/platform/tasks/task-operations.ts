import type { Implementations } from '../operation/index.ts';
import { assignTaskOperation } from './assign-task.ts';
import { commentTaskOperation } from './comment-task.ts';
import { decidePaymentRequestOperation } from './decide-payment-request.ts';
import { finishPaymentRequestOperation } from './finish-payment-request.ts';
import { listTasksOperation } from './list-tasks.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { requestPaymentOperation } from './request-payment.ts';

export function taskOperations(deps: PaymentDeps): Implementations {
  return {
    rest: [
      listTasksOperation(deps),
      assignTaskOperation(deps),
      commentTaskOperation(deps),
      requestPaymentOperation(deps),
      decidePaymentRequestOperation(deps),
      finishPaymentRequestOperation(deps),
    ],
  };
}

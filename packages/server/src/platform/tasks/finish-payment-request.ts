import { finishPaymentRequest } from '@cardwright/contract';
import { isSamePerson } from '../access/index.ts';
import { fail, ok } from '../kernel/result.ts';
import { implementRest } from '../operation/index.ts';
import { lockPaymentRequest, updatePaymentRequest } from './payment-request-store.ts';
import { paymentTask, type TaskDeps } from './read-tasks.ts';

/**
 * Removes a payment request of the caller from the list (docs/interface/tasks.md#finish). Repeating it changes nothing.
 */
export function finishPaymentRequestOperation(deps: TaskDeps) {
  return implementRest(finishPaymentRequest, async (context, { params }) => {
    const { tx, caller, audit } = context;
    const { bankId } = caller;
    if (bankId === undefined) return fail('wrong_bank', { message: 'Only banks have this' });
    const before = await lockPaymentRequest(tx, bankId, params.payment_request_id);
    if (before === undefined) return fail('task_not_found');
    const subject = `payment-request:${before.payment_request_id}`;
    if (!(await isSamePerson(tx, bankId, caller.clientId, [before.requested_by]))) {
      return fail('state_forbids', { subject, message: 'Only the person who asked can finish the request' });
    }
    const row = before.state === 'DONE' ? before : await updatePaymentRequest(tx, bankId, { ...before, state: 'DONE' });
    audit(bankId, subject, 'done', {}, { before: { state: before.state }, after: { state: row.state } });
    return ok({ body: await paymentTask(deps, context, bankId, row) });
  });
}

import { decidePaymentRequest } from '@cardwright/contract';
import { isSamePerson } from '../access/index.ts';
import { fail, ok } from '../kernel/result.ts';
import { cleanTexts, implementRest } from '../operation/index.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { lockPaymentRequest, updatePaymentRequest } from './payment-request-store.ts';
import { paymentTask } from './read-tasks.ts';

/**
 * Allows or declines a requested payment (docs/interface/tasks.md#decide). `state_forbids` for a request that is
 * decided, for the requester, and for an amount above what the bank lets the role of the caller allow.
 */
export function decidePaymentRequestOperation(deps: PaymentDeps) {
  return implementRest(decidePaymentRequest, async (context, { params, body }) => {
    const { tx, caller, now, audit } = context;
    const { bankId } = caller;
    if (bankId === undefined) return fail('wrong_bank', { message: 'Only banks have this' });
    const before = await lockPaymentRequest(tx, bankId, params.payment_request_id);
    if (before === undefined) return fail('task_not_found');
    const subject = `payment-request:${before.payment_request_id}`;
    if (before.state !== 'OPEN') return fail('state_forbids', { subject, message: `The request is ${before.state}` });
    if (await isSamePerson(tx, bankId, caller.clientId, [before.requested_by])) {
      return fail('state_forbids', { subject, message: 'Another person has to decide the own request' });
    }
    const { decision, validUntil } = body;
    const isAllowed = decision === 'ALLOW';
    const { comment } = cleanTexts(decidePaymentRequest, body, context);
    if (!isAllowed && comment === undefined) return fail('field_missing', { subject, path: 'comment' });
    if (isAllowed && validUntil === undefined) return fail('field_missing', { subject, path: 'validUntil' });
    const { account_number, merchant_id: merchantId, max_amount: maxAmount, reason } = before;
    const payment = { account_number, merchantId, maxAmount, reason, validUntil: validUntil ?? '' };
    const exception = isAllowed ? await deps.allowPayment(context, payment) : undefined;
    if (exception?.ok === false) return exception;
    const row = await updatePaymentRequest(tx, bankId, {
      ...before,
      state: isAllowed ? 'ALLOWED' : 'DECLINED',
      decided_at: now,
      decided_by: caller.clientId,
      decided_by_name: caller.person?.name ?? null,
      decision_comment: comment ?? null,
      exception_id: exception?.value.exception_id ?? null,
    });
    const details = { requested_by: before.requested_by, account: account_number, ...(comment && { comment }) };
    const change = { before: { state: before.state }, after: { state: row.state } };
    audit(bankId, subject, row.state.toLowerCase(), details, change);
    return ok({ body: await paymentTask(deps, context, bankId, row) });
  });
}

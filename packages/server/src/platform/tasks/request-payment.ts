import { randomUUID } from 'node:crypto';
import { MAX_OWN_PAYMENT_REQUESTS, requestPayment } from '@cardwright/contract';
import { fail, ok } from '../kernel/result.ts';
import { cleanTexts, implementRest } from '../operation/index.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { insertPaymentRequest, readOwnPaymentRequests } from './payment-request-store.ts';
import { paymentTask } from './read-tasks.ts';

/**
 * Requests card operations to allow one payment (docs/interface/tasks.md#request). `state_forbids` for a caller with too
 * many requests in the list.
 */
export function requestPaymentOperation(deps: PaymentDeps) {
  return implementRest(requestPayment, async (context, { body }) => {
    const { tx, caller, now, audit } = context;
    const { bankId } = caller;
    if (bankId === undefined) return fail('wrong_bank', { message: 'Only banks have this' });
    const terms = await deps.checkPayment(context, body);
    if (!terms.ok) return terms;
    const { subject, currency } = terms.value;
    if ((await readOwnPaymentRequests(tx, bankId, caller.clientId)).length >= MAX_OWN_PAYMENT_REQUESTS) {
      const message = `${MAX_OWN_PAYMENT_REQUESTS} requests of the caller are not finished`;
      return fail('state_forbids', { subject, message });
    }
    const clean = cleanTexts(requestPayment, body, context);
    const row = await insertPaymentRequest(tx, bankId, {
      payment_request_id: randomUUID(),
      account_number: terms.value.accountNumber,
      retrieval_reference: clean.retrieval_reference_number ?? null,
      merchant_id: clean.merchantId.trimEnd(),
      max_amount: clean.maxAmount,
      currency,
      reason: clean.reason,
      requested_at: now,
      requested_by: caller.clientId,
      requested_by_name: caller.person?.name ?? null,
    });
    const task = await paymentTask(deps, context, bankId, row);
    const change = { before: null, after: { payment: task.payment } };
    audit(bankId, `payment-request:${row.payment_request_id}`, 'requested', { about: subject }, change);
    return ok({ body: task });
  });
}

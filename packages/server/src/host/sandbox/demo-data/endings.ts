import { completeAuthorization, reverseAuthorization } from '@cardwright/contract';
import { type DemoRequests, SANDBOX_BANK } from './demo-requests.ts';
import { type DemoPayment, referenceOf } from './payments.ts';

/** Ends an approved payment: most are completed the next morning, and some are reversed within the hour. */
export async function endPayment(requests: DemoRequests, payment: DemoPayment, at: Date): Promise<void> {
  const operation = payment.ending === 'reversed' ? reverseAuthorization : completeAuthorization;
  await requests.rest(operation.id, {
    caller: SANDBOX_BANK,
    at,
    params: { Retrieval_Reference_Number: referenceOf(payment) },
    body: {},
    key: `DATA${referenceOf(payment)}`,
  });
}

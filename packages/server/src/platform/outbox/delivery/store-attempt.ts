import type { Tx } from '../../storage/index.ts';
import type { Vault } from '../../vault/index.ts';
import { answerContext } from '../outbox-seal-contexts.ts';
import { insertAttempt, type NewAttempt } from './attempt-store.ts';
import type { DeliveryResult } from './delivery.ts';

/** What was sent, and when: a message, or the sample of an endpoint's test. */
type Attempted = Omit<NewAttempt, 'outcome' | 'reason' | 'httpStatus' | 'durationMs' | 'answer'>;

/**
 * Stores an attempt for the endpoint's owner to look at, the receiver's answer sealed. What only the next attempt
 * depends on, code and Retry-After, is not stored.
 */
export async function storeAttempt(
  tx: Tx,
  vault: Vault,
  bankId: string,
  attempted: Attempted,
  { outcome, reason, httpStatus, durationMs, answer }: DeliveryResult,
): Promise<void> {
  const sealed = answer === undefined ? undefined : vault.seal(answerContext(bankId, attempted.endpointId), answer);
  await insertAttempt(tx, bankId, { ...attempted, outcome, reason, httpStatus, durationMs, answer: sealed });
}

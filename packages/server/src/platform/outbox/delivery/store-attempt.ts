import type { Tx } from '../../storage/index.ts';
import type { Vault } from '../../vault/index.ts';
import { answerContext } from '../outbox-seal-contexts.ts';
import { insertAttempt, type NewAttempt } from './attempt-store.ts';
import type { DeliveryResult } from './delivery.ts';

/** The sent content and its time: a message, or the sample of an endpoint test. */
type Attempted = Omit<NewAttempt, 'outcome' | 'reason' | 'httpStatus' | 'durationMs' | 'answer'>;

/**
 * Stores an attempt for the endpoint's owner, with the receiver's answer sealed. The code and Retry-After, which only
 * affect the next attempt, are not stored.
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

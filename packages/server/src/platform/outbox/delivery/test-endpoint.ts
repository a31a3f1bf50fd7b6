import { randomUUID } from 'node:crypto';
import { type DeliveryAttempt, type TokenEventIndicator, testEndpoint } from '@cardwright/contract';
import { fail, ok } from '../../kernel/result.ts';
import { implementRestInTwoSteps } from '../../operation/index.ts';
import type { Database } from '../../storage/index.ts';
import type { Vault } from '../../vault/index.ts';
import { findOwnEndpoint, ownerLog, subjectOf } from '../endpoints/endpoint.ts';
import type { EndpointOwner } from '../endpoints/endpoint-store.ts';
import type { Deliver, Delivery } from './delivery.ts';
import { openDestination } from './destination.ts';
import { readDestinations } from './destination-store.ts';
import { storeAttempt } from './store-attempt.ts';

/** Makes the sample for a test. It is an argument, because the outbox knows no type of notification. */
type MakeSample = (
  notificationId: string,
  at: Date,
  owner: EndpointOwner['kind'],
  indicator: TokenEventIndicator | undefined,
) => { type: string; payload: string };

export interface TestDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly deliver: Deliver;
  readonly makeSample: MakeSample;
}

/**
 * Sends a sample at once and answers with the outcome. It is stored as an attempt, and changes nothing about the
 * endpoint.
 */
export function testEndpointOperation({ database, vault, deliver, makeSample }: TestDeps) {
  return implementRestInTwoSteps(testEndpoint, {
    prepare: async ({ tx, caller, now, audit }, { params, body }) => {
      const resolved = await findOwnEndpoint(tx, caller, params.endpoint_id);
      if (!resolved.ok) return resolved;
      const { bankId, kind } = resolved.value.owner;
      const { indicator } = body;
      if (kind === 'acquirer' && indicator !== undefined) {
        return fail('value_not_allowed', { path: 'indicator', message: 'is for token notifications' });
      }
      const rows = await readDestinations(tx, [bankId], [params.endpoint_id], now);
      const notificationId = randomUUID();
      const sample = makeSample(notificationId, now, kind, indicator);
      audit(ownerLog(resolved.value.owner), subjectOf(params.endpoint_id), 'tested', { notification: notificationId });
      return ok({ delivery: { ...openDestination(vault, rows), notificationId, ...sample }, at: now });
    },
    finish: async ({ delivery, at }) => sendSample(database, vault, deliver, delivery, at),
  });
}

async function sendSample(
  database: Database,
  vault: Vault,
  deliver: Deliver,
  delivery: Delivery,
  at: Date,
): Promise<DeliveryAttempt> {
  const { bankId, endpointId, notificationId, type } = delivery;
  const result = await deliver(delivery);
  const sample = { endpointId, messageId: undefined, notificationId, type, attempt: 0, nextAttemptAt: undefined, at };
  await storeAttempt(database, vault, bankId, sample, result);
  return {
    notification_id: notificationId,
    type,
    attempt: 0,
    at: at.toISOString(),
    duration_ms: result.durationMs,
    outcome: result.outcome,
    reason: result.reason,
    http_status: result.httpStatus ?? null,
    answer: result.answer ?? null,
    next_attempt_at: null,
  };
}

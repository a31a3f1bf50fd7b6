import type { WorkContext } from '../../operation/index.ts';
import { ownerLog, subjectOf } from '../endpoints/endpoint.ts';
import type { EndpointEvent } from '../messages/publish-operational-events.ts';
import type { ClaimedMessage } from './claim-store.ts';
import type { DeliveryResult } from './delivery.ts';
import { planDisabling } from './delivery-schedule.ts';
import { disableEndpoint, recordDelivery, recordFailure } from './endpoint-failure-store.ts';

/**
 * A run of failures is reported when both thresholds are reached. A restart of the receiver reaches only one of them.
 */
const REPORT_AFTER_FAILURES = 10;
const REPORT_AFTER_MS = 10 * 60_000;

/** The part of a finished attempt that concerns its endpoint. */
interface Ended {
  readonly message: Pick<ClaimedMessage, 'bank_id' | 'endpoint_id'>;
  readonly failingSince: Date | undefined;
  readonly result: DeliveryResult;
  readonly endedAt: Date;
}

/**
 * Counts the failures in a row of an endpoint, and disables it if it is gone or has failed for too long. Returns why it
 * was disabled, and the events for its owner.
 */
export async function recordOnEndpoint(
  { tx, audit }: WorkContext,
  { message, failingSince, result, endedAt }: Ended,
): Promise<{ disabledBecause: string | undefined; happened: EndpointEvent[] }> {
  const { bank_id: bankId, endpoint_id: endpointId } = message;
  if (result.outcome === 'DELIVERED') {
    if (failingSince !== undefined) await recordDelivery(tx, bankId, endpointId);
    return { disabledBecause: undefined, happened: [] };
  }
  const worth = { failures: REPORT_AFTER_FAILURES, since: new Date(endedAt.getTime() - REPORT_AFTER_MS) };
  const inARow = await recordFailure(tx, bankId, endpointId, { failingSince, at: endedAt }, worth);
  const happened: EndpointEvent[] = [];
  if (inARow !== undefined) {
    const reason = `${inARow} attempts in a row failed; the last one: ${result.reason}`;
    happened.push({ type: 'endpoint.failing', reason });
  }
  const disabling = planDisabling(failingSince, result, endedAt);
  if (disabling === undefined) return { disabledBecause: undefined, happened };
  const owner = await disableEndpoint(tx, bankId, endpointId, disabling, endedAt);
  if (owner === undefined) return { disabledBecause: undefined, happened };
  const change = { before: { state: 'ACTIVE' }, after: { state: 'DISABLED' } };
  audit(ownerLog(owner), subjectOf(endpointId), 'DISABLED', { reason: disabling.reason }, change);
  happened.push({ type: 'endpoint.disabled', reason: disabling.reason });
  return { disabledBecause: disabling.reason, happened };
}

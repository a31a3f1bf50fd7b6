import { statement, type Tx } from '../../storage/index.ts';
import type { EndpointOwner } from '../endpoints/endpoint-store.ts';
import type { Disabling } from './delivery-schedule.ts';

const clearFailures = statement(
  'outbox.clear-failures',
  `update webhook_endpoints set failing_since = null, failures = 0, failing_told = false
    where bank_id = $1 and endpoint_id = $2 and failing_since is not null`,
);

/** Records a successful delivery, which ends the endpoint's run of failures. */
export async function recordDelivery(tx: Tx, bankId: string, endpointId: string): Promise<void> {
  await tx.query(clearFailures, [bankId, endpointId]);
}

// reads the earlier `failing_told` under the lock, so that only one of two concurrent failures causes the event
const countFailure = statement(
  'outbox.count-failure',
  `with before as (
     select failing_told from webhook_endpoints where bank_id = $1 and endpoint_id = $2 for no key update
   )
   update webhook_endpoints w
      set failures = w.failures + 1, failing_since = coalesce(w.failing_since, $3),
          failing_told = w.failing_told or (w.failures + 1 >= $4 and w.failing_since <= $5)
     from before
    where w.bank_id = $1 and w.endpoint_id = $2 and ($6::timestamptz is null or w.failing_since = $6)
   returning w.failures, w.failing_told and not before.failing_told as is_news`,
  { locks: { kind: 'endpoint', by: [1, 2] } },
);

/** The threshold from which a run of failures causes an event. */
export interface FailingThreshold {
  readonly failures: number;
  /** The run must have started at this time or earlier. */
  readonly since: Date;
}

/** An attempt that failed. */
export interface FailedAttempt {
  /** Start of the run of failures that was known when the attempt began. */
  readonly failingSince: Date | undefined;
  readonly at: Date;
}

/**
 * Records a failed delivery, which starts or continues a run of failures. The failure does not count if its run has
 * ended since: an attempt that began before a success must not start a new run after it. Returns the number of failures
 * in a row when it reaches the threshold, once for each run.
 */
export async function recordFailure(
  tx: Tx,
  bankId: string,
  endpointId: string,
  { failingSince, at }: FailedAttempt,
  { failures, since }: FailingThreshold,
): Promise<number | undefined> {
  type Row = { failures: number; is_news: boolean };
  const values = [bankId, endpointId, at, failures, since, failingSince ?? null];
  const [row] = await tx.query<Row>(countFailure, values);
  return row?.is_news === true ? row.failures : undefined;
}

const disableEndpointStatement = statement(
  'outbox.disable-endpoint',
  `update webhook_endpoints set state = 'DISABLED', disabled_reason = $3, changed_at = $4
    where bank_id = $1 and endpoint_id = $2 and state = 'ACTIVE'
      and ($5::timestamptz is null or failing_since <= $5)
   returning owner_kind as kind, owner_id`,
);

/** Disables an endpoint. Returns its owner; undefined if it was already disabled or paused. */
export async function disableEndpoint(
  tx: Tx,
  bankId: string,
  endpointId: string,
  { reason, failingSince }: Disabling,
  at: Date,
): Promise<EndpointOwner | undefined> {
  const values = [bankId, endpointId, reason, at, failingSince ?? null];
  type Row = { kind: EndpointOwner['kind']; owner_id: string };
  const [row] = await tx.query<Row>(disableEndpointStatement, values);
  return row && { bankId, kind: row.kind, ownerId: row.owner_id };
}

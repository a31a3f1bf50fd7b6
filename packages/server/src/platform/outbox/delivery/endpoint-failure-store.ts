import { statement, type Tx } from '../../storage/index.ts';
import type { EndpointOwner } from '../endpoints/endpoint-store.ts';
import type { Disabling } from './delivery-schedule.ts';

const clearFailures = statement(
  'outbox.clear-failures',
  `update webhook_endpoints set failing_since = null, failures = 0, failing_told = false
    where bank_id = $1 and endpoint_id = $2 and failing_since is not null`,
);

/** A delivery succeeded: ends the endpoint's run of failures. */
export async function recordDelivery(tx: Tx, bankId: string, endpointId: string): Promise<void> {
  await tx.query(clearFailures, [bankId, endpointId]);
}

// the earlier `failing_told` is read under the lock: of two failures at once, one makes the news
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

/** When a run of failures is worth telling. */
export interface FailingThreshold {
  readonly failures: number;
  /** Since when it has to run. */
  readonly since: Date;
}

/** An attempt that failed. */
export interface FailedAttempt {
  /** When the run of failures began that was known at the start of the attempt. */
  readonly failingSince: Date | undefined;
  readonly at: Date;
}

/**
 * A delivery failed: starts a run of failures, or goes on with it. It counts for nothing when the run that it belonged to
 * ended meanwhile: what began before a delivery must not start a new run after it. Returns how many failed in a row, once
 * for each run, when it becomes worth telling.
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

/** Returns the owner; undefined when the endpoint was already disabled or paused. */
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

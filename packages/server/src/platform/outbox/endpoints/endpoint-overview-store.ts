import type { DeliveryOutcome, EndpointState } from '@cardwright/contract';
import { statement, type Tx } from '../../storage/index.ts';
import type { EndpointOwner } from './endpoint-store.ts';

/** An endpoint of any owner in the form that the operator sees, with the URL and without secrets. */
export interface AnyEndpoint {
  bank_id: string;
  owner_id: string;
  endpoint_id: string;
  url: string;
  state: EndpointState;
  disabled_reason: string | null;
  failing_since: Date | null;
  oauth_token_url: string | null;
}

const selectAll = statement(
  'outbox.select-all-endpoints',
  `select bank_id, owner_id, endpoint_id, url, state, disabled_reason, failing_since, oauth_token_url
     from webhook_endpoints order by bank_id, owner_id, created_at, endpoint_id`,
);

export function findAllEndpoints(tx: Tx): Promise<AnyEndpoint[]> {
  return tx.query(selectAll, []);
}

/** The part of an attempt that the operator may see. `reason` can quote the receiver. */
export interface LastFailure {
  bank_id: string;
  endpoint_id: string;
  outcome: DeliveryOutcome;
  reason: string;
  http_status: number | null;
  at: Date;
}

// NO_SCOPE is about the holder of the endpoint, and does not count as a failure of the endpoint
const selectLastFailures = statement(
  'outbox.select-last-failures',
  `select e.bank_id, e.endpoint_id, a.outcome, a.reason, a.http_status, a.at
     from unnest($1::text[], $2::text[]) as e (bank_id, endpoint_id)
    cross join lateral (
      select o.outcome, o.reason, o.http_status, o.at from outbox_attempts o
       where o.bank_id = e.bank_id and o.endpoint_id = e.endpoint_id and o.outcome not in ('DELIVERED', 'NO_SCOPE')
       order by o.at desc, o.attempt_id desc limit 1
    ) a`,
);

/** Reads the last failed attempt of each of these endpoints. */
export function readLastFailures(
  tx: Tx,
  endpoints: readonly Pick<AnyEndpoint, 'bank_id' | 'endpoint_id'>[],
): Promise<LastFailure[]> {
  return tx.query(selectLastFailures, [
    endpoints.map(({ bank_id }) => bank_id),
    endpoints.map(({ endpoint_id }) => endpoint_id),
  ]);
}

export interface Backlog {
  bank_id: string;
  pending: number;
  /** Number of messages that are dead and not deleted yet. */
  dead: number;
  /** The due time of the longest overdue message; null if none is due. */
  due_since: Date | null;
}

const selectBacklog = statement(
  'outbox.select-backlog',
  `select m.bank_id, count(*) filter (where m.state = 'PENDING')::int as pending,
          count(*) filter (where m.state = 'DEAD')::int as dead,
          min(m.next_attempt_at) filter (where e.state = 'ACTIVE' and (m.leased_until is null or m.leased_until < now()))
            as due_since
     from outbox_messages m join webhook_endpoints e on e.bank_id = m.bank_id and e.endpoint_id = m.endpoint_id
    where m.state <> 'DELIVERED' group by m.bank_id order by m.bank_id`,
);

/** Counts of pending and dead messages, per bank. */
export function readBacklog(tx: Tx): Promise<Backlog[]> {
  return tx.query(selectBacklog, []);
}

export interface FailingEndpoint {
  endpoint_id: string;
  url: string;
  since: Date;
}

const selectFailing = statement(
  'outbox.select-failing-endpoints',
  `select endpoint_id, url, coalesce(failing_since, changed_at) as since from webhook_endpoints
    where bank_id = $1 and owner_id = $2 and (state = 'DISABLED' or (state = 'ACTIVE' and failing_told))
    order by since, endpoint_id`,
);

/** Returns the endpoints of an owner that are disabled, or whose failures were reported. */
export function readFailingEndpoints(tx: Tx, { bankId, ownerId }: EndpointOwner): Promise<FailingEndpoint[]> {
  return tx.query(selectFailing, [bankId, ownerId]);
}

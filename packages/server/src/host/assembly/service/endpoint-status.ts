import { isServerNote, type ServiceStatus } from '@cardwright/contract';
import type { BankDirectory } from '../../../issuing/banks/index.ts';
import {
  type AnyEndpoint,
  BANK_OF_ACQUIRERS,
  findAllEndpoints,
  hostOf,
  type LastFailure,
  readLastFailures,
  readPendingOfBanks,
} from '../../../platform/outbox/index.ts';
import type { Tx } from '../../../platform/storage/index.ts';

type EndpointStatus = ServiceStatus['endpoints'][number];

/** Reads the endpoints of all tenants that need attention: failing or disabled ones, and those with pending messages. */
export async function readEndpointStatus(tx: Tx, banks: BankDirectory): Promise<EndpointStatus[]> {
  const [pending, all] = await Promise.all([
    readPendingOfBanks(tx, [...banks.allBankIds(), BANK_OF_ACQUIRERS]),
    findAllEndpoints(tx),
  ]);
  const pendingOf = new Map(pending.map((row) => [`${row.bankId} ${row.endpointId}`, row]));
  const isFailing = ({ state, failing_since }: AnyEndpoint) => state === 'DISABLED' || failing_since !== null;
  // the last failure of an endpoint that delivers again no longer needs attention
  const failures = await readLastFailures(tx, all.filter(isFailing));
  const failureOf = new Map(failures.map((row) => [keyOf(row), row]));
  return all
    .filter((row) => isFailing(row) || pendingOf.has(keyOf(row)))
    .map((row) => {
      const waiting = pendingOf.get(keyOf(row));
      return {
        tenant: row.owner_id,
        endpoint_id: row.endpoint_id,
        host: hostOf(row.url),
        state: row.state,
        reason: serverNote(row.disabled_reason),
        failing_since: row.failing_since?.toISOString() ?? null,
        last_failure: toLastFailure(failureOf.get(keyOf(row))),
        pending: waiting?.messages ?? 0,
        pending_since: waiting?.since.toISOString() ?? null,
      };
    });
}

function keyOf({ bank_id, endpoint_id }: Pick<AnyEndpoint, 'bank_id' | 'endpoint_id'>): string {
  return `${bank_id} ${endpoint_id}`;
}

function toLastFailure(row: LastFailure | undefined): EndpointStatus['last_failure'] {
  if (row === undefined) return null;
  const { at, outcome, http_status, reason } = row;
  return { at: at.toISOString(), outcome, http_status, reason: serverNote(reason) };
}

/** A reason that quotes the receiver or a tenant is not for the operator. */
function serverNote(reason: string | null): string | null {
  return reason !== null && isServerNote(reason) ? reason : null;
}

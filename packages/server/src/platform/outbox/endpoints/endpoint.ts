import type { WebhookEndpoint } from '@cardwright/contract';
import type { Caller } from '../../access/index.ts';
import { acquirerLog } from '../../audit/index.ts';
import { fail, ok, type Result } from '../../kernel/result.ts';
import type { Tx } from '../../storage/index.ts';
import { hostOf } from './endpoint-fields.ts';
import { readSigningKeys, type SigningKeyRow } from './endpoint-key-store.ts';
import { countPending, type EndpointOwner, type EndpointRow, findEndpoint } from './endpoint-store.ts';

/** The value of the bank column for owners without a bank, which are acquirers. */
export const BANK_OF_ACQUIRERS = '-';

/** Returns the owner whose endpoints a caller may see: its bank or its acquirer. A network gets no notifications. */
export function ownerOf(caller: Caller): Result<EndpointOwner, 'wrong_bank'> {
  const { kind, bankId, acquirerId } = caller;
  if (kind === 'bank' && bankId !== undefined) return ok({ bankId, kind, ownerId: bankId });
  if (kind === 'acquirer' && acquirerId !== undefined)
    return ok({ bankId: BANK_OF_ACQUIRERS, kind, ownerId: acquirerId });
  return fail('wrong_bank', { message: 'Only banks and acquirers have webhook endpoints' });
}

/** Finds the caller's endpoint by id. Another owner's endpoint is answered like a missing one. */
export async function findOwnEndpoint(
  tx: Tx,
  caller: Caller,
  endpointId: string,
): Promise<Result<{ owner: EndpointOwner; endpoint: EndpointRow }, 'wrong_bank' | 'endpoint_not_found'>> {
  const owner = ownerOf(caller);
  if (!owner.ok) return owner;
  const endpoint = await findEndpoint(tx, owner.value, endpointId);
  return endpoint === undefined ? fail('endpoint_not_found') : ok({ owner: owner.value, endpoint });
}

/** The audit log for changes of this owner's endpoints. */
export function ownerLog({ kind, bankId, ownerId }: EndpointOwner): string {
  return kind === 'acquirer' ? acquirerLog(ownerId) : bankId;
}

/** The subject of an endpoint in the audit log. */
export function subjectOf(endpointId: string): string {
  return `webhook-endpoint:${endpointId}`;
}

/**
 * The settings of an endpoint for the audit log. They contain only a part of the URL, because its path or query can
 * contain a token of the receiver.
 */
export function auditedSettings(row: EndpointRow) {
  return {
    host: hostOf(row.url),
    description: row.description,
    state: row.state,
    max_in_flight: row.max_in_flight,
    events_per_request: row.events_per_request,
    events: row.events,
    final_codes: row.final_codes,
    oauth: row.oauth_token_url === null ? null : { host: hostOf(row.oauth_token_url), client_id: row.oauth_client_id },
  };
}

/** Endpoints as their owner sees them, without any secret. */
export async function toEndpointsResponse(
  tx: Tx,
  bankId: string,
  rows: readonly EndpointRow[],
  now: Date,
): Promise<WebhookEndpoint[]> {
  const ids = rows.map(({ endpoint_id }) => endpoint_id);
  const keys = await readSigningKeys(tx, bankId, ids, now);
  const pending = await countPending(tx, bankId, ids);
  return rows.map((row) =>
    encodeEndpoint(
      row,
      keys.filter(({ endpoint_id }) => endpoint_id === row.endpoint_id),
      pending.get(row.endpoint_id) ?? 0,
    ),
  );
}

function encodeEndpoint(row: EndpointRow, keys: readonly SigningKeyRow[], pending: number): WebhookEndpoint {
  const { oauth_token_url: tokenUrl, oauth_client_id: clientId, oauth_scope: scope } = row;
  return {
    endpoint_id: row.endpoint_id,
    url: row.url,
    description: row.description,
    state: row.state,
    disabled_reason: row.disabled_reason,
    max_in_flight: row.max_in_flight,
    events_per_request: row.events_per_request,
    events: row.events,
    final_codes: row.final_codes,
    oauth: tokenUrl === null || clientId === null ? null : { token_url: tokenUrl, client_id: clientId, scope },
    keys: keys.map((key) => ({
      key_id: key.key_id,
      kind: key.kind,
      public_key: key.public_key,
      created_at: key.created_at.toISOString(),
      retires_at: isoOrNull(key.retires_at),
    })),
    failing_since: isoOrNull(row.failing_since),
    pending_messages: pending,
    created_at: row.created_at.toISOString(),
    changed_at: row.changed_at.toISOString(),
  };
}

export function isoOrNull(instant: Date | null): string | null {
  return instant === null ? null : instant.toISOString();
}

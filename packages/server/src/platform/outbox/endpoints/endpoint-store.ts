import type { EndpointState, FinalCode, WebhookEvent } from '@cardwright/contract';
import { statement, type Tx } from '../../storage/index.ts';
import type { SealedText } from '../../vault/index.ts';

/** Who owns endpoints: a bank, or an acquirer (stored under no bank). */
export interface EndpointOwner {
  readonly bankId: string;
  readonly kind: 'bank' | 'acquirer';
  readonly ownerId: string;
}

export interface SealedOauth {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly scope: string | undefined;
  readonly secret: SealedText;
}

/** The settings that the owner of an endpoint chooses. */
export interface EndpointSettings {
  readonly url: string;
  readonly description: string;
  readonly maxInFlight: number;
  /** Messages that one request may hold. */
  readonly eventsPerRequest: number;
  /** Types of events, TD also by its indicator. */
  readonly events: readonly string[];
  /** Codes of an answer after which a message is not retried. */
  readonly finalCodes: readonly string[];
}

/** The caller that registered the endpoint or changed it last. Its events need the scopes of this caller. */
export interface EndpointHolder {
  /** The name of the caller in the audit log. */
  readonly name: string;
  /**
   * The scopes of the request, for a caller of an outside issuer. Null for other callers, whose scopes each delivery
   * looks up.
   */
  readonly scopes: readonly string[] | null;
}

export interface EndpointRow {
  endpoint_id: string;
  url: string;
  description: string;
  state: EndpointState;
  disabled_reason: string | null;
  max_in_flight: number;
  events_per_request: number;
  events: WebhookEvent[];
  final_codes: FinalCode[];
  oauth_token_url: string | null;
  oauth_client_id: string | null;
  oauth_scope: string | null;
  sealed_oauth_secret: Buffer | null;
  oauth_key_version: number | null;
  failing_since: Date | null;
  /** The caller who may rotate the keys once without a second person. */
  keys_granted_to: string | null;
  created_at: Date;
  changed_at: Date;
}

const COLUMNS = `endpoint_id, url, description, state, disabled_reason, max_in_flight, events_per_request, events, final_codes,
  oauth_token_url, oauth_client_id, oauth_scope, sealed_oauth_secret, oauth_key_version, failing_since, keys_granted_to,
  created_at, changed_at`;

const insertEndpointStatement = statement(
  'outbox.insert-endpoint',
  `insert into webhook_endpoints (bank_id, endpoint_id, owner_kind, owner_id, url, description, state, max_in_flight,
     events, final_codes, created_at, changed_at, events_per_request, holder, holder_scopes)
   values ($1, $2, $3, $4, $5, $6, 'ACTIVE', $7, $8, $9, $10, $10, $11, $12, $13)
   on conflict (bank_id, owner_id, url) do nothing returning endpoint_id`,
  { locks: { kind: 'endpoint url', by: [1, 4, 5] } },
);

/**
 * Stores an endpoint. Returns false if the owner has one with this URL. An endpoint without a holder belongs to the
 * configuration.
 */
export async function insertEndpoint(
  tx: Tx,
  { bankId, kind, ownerId }: EndpointOwner,
  endpointId: string,
  { url, description, maxInFlight, eventsPerRequest, events, finalCodes }: EndpointSettings,
  now: Date,
  holder?: EndpointHolder,
): Promise<boolean> {
  const settings = [url, description, maxInFlight, events, finalCodes, now, eventsPerRequest];
  const values = [bankId, endpointId, kind, ownerId, ...settings, holder?.name ?? null, holder?.scopes ?? null];
  return (await tx.query(insertEndpointStatement, values)).length === 1;
}

const selectEndpoints = statement(
  'outbox.select-endpoints',
  `select ${COLUMNS} from webhook_endpoints where bank_id = $1 and owner_id = $2 order by created_at, endpoint_id`,
);

/** Lists the endpoints of an owner, oldest first. */
export function readEndpoints(tx: Tx, { bankId, ownerId }: EndpointOwner): Promise<EndpointRow[]> {
  return tx.query(selectEndpoints, [bankId, ownerId]);
}

const selectEndpointsForUpdate = statement('outbox.lock-endpoints', `${selectEndpoints.text} for update`, {
  locks: { kind: 'endpoints', by: [1, 2] },
});

/** Lists the endpoints of an owner, and locks them against other changes until this transaction ends. */
export function lockEndpoints(tx: Tx, { bankId, ownerId }: EndpointOwner): Promise<EndpointRow[]> {
  return tx.query(selectEndpointsForUpdate, [bankId, ownerId]);
}

const selectEndpoint = statement(
  'outbox.select-endpoint',
  `select ${COLUMNS} from webhook_endpoints where bank_id = $1 and owner_id = $2 and endpoint_id = $3`,
);

export async function findEndpoint(
  tx: Tx,
  { bankId, ownerId }: EndpointOwner,
  endpointId: string,
): Promise<EndpointRow | undefined> {
  return (await tx.query<EndpointRow>(selectEndpoint, [bankId, ownerId, endpointId]))[0];
}

const updateEndpointStatement = statement(
  'outbox.update-endpoint',
  `update webhook_endpoints e
      set url = $3, description = $4, max_in_flight = $5, state = $6, disabled_reason = $7, failing_since = $8,
          changed_at = $9, events = $10, final_codes = $11, events_per_request = $12,
          failures = case when $8::timestamptz is null then 0 else failures end,
          failing_told = failing_told and $8::timestamptz is not null
    where e.bank_id = $1 and e.endpoint_id = $2`,
);

export interface ChangedEndpoint extends EndpointSettings {
  readonly state: EndpointState;
  readonly disabledReason: string | null;
  readonly failingSince: Date | null;
}

export async function updateEndpoint(
  tx: Tx,
  bankId: string,
  endpointId: string,
  endpoint: ChangedEndpoint,
  now: Date,
): Promise<void> {
  const { url, description, maxInFlight, eventsPerRequest, events, finalCodes, ...standing } = endpoint;
  const { state, disabledReason, failingSince } = standing;
  const settings = [url, description, maxInFlight, state, disabledReason, failingSince, now, events, finalCodes];
  const values = [bankId, endpointId, ...settings, eventsPerRequest];
  await tx.query(updateEndpointStatement, values);
}

const updateOauthStatement = statement(
  'outbox.update-oauth',
  `update webhook_endpoints
      set oauth_token_url = $3, oauth_client_id = $4, oauth_scope = $5, sealed_oauth_secret = $6, oauth_key_version = $7
    where bank_id = $1 and endpoint_id = $2`,
);

/** Stores or replaces the OAuth client. Undefined removes it. */
export async function updateOauth(
  tx: Tx,
  bankId: string,
  endpointId: string,
  oauth: SealedOauth | undefined,
): Promise<void> {
  await tx.query(updateOauthStatement, [
    bankId,
    endpointId,
    oauth?.tokenUrl ?? null,
    oauth?.clientId ?? null,
    oauth?.scope ?? null,
    oauth?.secret.sealed ?? null,
    oauth?.secret.keyVersion ?? null,
  ]);
}

const countPendingByEndpoint = statement(
  'outbox.count-pending-by-endpoint',
  `select endpoint_id, count(*)::int as pending from outbox_messages
    where bank_id = $1 and endpoint_id = any($2) and state = 'PENDING' group by endpoint_id`,
);

export async function countPending(
  tx: Tx,
  bankId: string,
  endpointIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ endpoint_id: string; pending: number }>(countPendingByEndpoint, [bankId, endpointIds]);
  return new Map(rows.map(({ endpoint_id, pending }) => [endpoint_id, pending]));
}

const updateHolderStatement = statement(
  'outbox.update-holder',
  'update webhook_endpoints set holder = $3, holder_scopes = $4 where bank_id = $1 and endpoint_id = $2',
);

export async function updateHolder(
  tx: Tx,
  bankId: string,
  endpointId: string,
  { name, scopes }: EndpointHolder,
): Promise<void> {
  await tx.query(updateHolderStatement, [bankId, endpointId, name, scopes]);
}

const grantKeysStatement = statement(
  'outbox.grant-keys',
  'update webhook_endpoints set keys_granted_to = $3 where bank_id = $1 and endpoint_id = $2',
);

/** Lets a caller rotate the keys once without a second person; null ends that. */
export async function grantKeys(tx: Tx, bankId: string, endpointId: string, caller: string | null): Promise<void> {
  await tx.query(grantKeysStatement, [bankId, endpointId, caller]);
}

import type { JSONWebKeySet } from 'jose';
import { statement, type Tx } from '../../storage/index.ts';
import type { CallerKind } from '../caller.ts';

/** A client that gets its tokens from this server. */
export interface OauthClient {
  readonly clientId: string;
  readonly sender: number;
  readonly kind: CallerKind;
  readonly bankId?: string;
  readonly acquirerId?: string;
  readonly scopes: readonly string[];
  readonly secretHash?: string;
  /** The previous secret, valid until this time. */
  readonly earlier?: { readonly secretHash: string; readonly until: Date };
  readonly jwks?: JSONWebKeySet;
  readonly requestsPerMinute?: number;
  readonly disabled: boolean;
}

interface Row {
  client_id: string;
  sender: number;
  kind: CallerKind;
  bank_id: string | null;
  acquirer_id: string | null;
  scopes: string[];
  secret_hash: string | null;
  earlier_secret_hash: string | null;
  earlier_secret_until: Date | null;
  jwks: JSONWebKeySet | null;
  requests_per_minute: number | null;
  disabled: boolean;
}

const FIND = statement(
  'access.find-oauth-client',
  `select client_id, sender, kind, bank_id, acquirer_id, scopes, secret_hash, earlier_secret_hash, earlier_secret_until,
          jwks, requests_per_minute, disabled
     from oauth_clients where client_id = $1`,
);

export async function findOauthClient(tx: Tx, clientId: string): Promise<OauthClient | undefined> {
  const [row] = await tx.query<Row>(FIND, [clientId]);
  return row === undefined ? undefined : fromRow(row);
}

/**
 * Returns the current scopes of a client of this bank or acquirer; undefined if there is no such client, or if an
 * operator disabled it.
 */
export async function findClientScopes(
  tx: Tx,
  clientId: string,
  { bankId, acquirerId }: Pick<OauthClient, 'bankId' | 'acquirerId'>,
): Promise<readonly string[] | undefined> {
  const client = await findOauthClient(tx, clientId);
  const isOfOwner = client?.bankId === bankId && client?.acquirerId === acquirerId;
  return client === undefined || client.disabled || !isOfOwner ? undefined : client.scopes;
}

function fromRow(row: Row): OauthClient {
  const { earlier_secret_hash: earlierHash, earlier_secret_until: until } = row;
  return {
    clientId: row.client_id,
    sender: row.sender,
    kind: row.kind,
    scopes: row.scopes,
    disabled: row.disabled,
    ...(row.bank_id !== null && { bankId: row.bank_id }),
    ...(row.acquirer_id !== null && { acquirerId: row.acquirer_id }),
    ...(row.secret_hash !== null && { secretHash: row.secret_hash }),
    ...(earlierHash !== null && until !== null && { earlier: { secretHash: earlierHash, until } }),
    ...(row.jwks !== null && { jwks: row.jwks }),
    ...(row.requests_per_minute !== null && { requestsPerMinute: row.requests_per_minute }),
  };
}

// `disabled` is not changed: a client that an operator disabled stays disabled when a server restarts
const WRITE = statement(
  'access.write-oauth-client',
  `insert into oauth_clients
     (client_id, kind, bank_id, acquirer_id, scopes, secret_hash, jwks, requests_per_minute, sandbox,
      earlier_secret_hash, earlier_secret_until, approver, person)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
   on conflict (client_id) do update set
     kind = excluded.kind, bank_id = excluded.bank_id, acquirer_id = excluded.acquirer_id, scopes = excluded.scopes,
     secret_hash = excluded.secret_hash, jwks = excluded.jwks, requests_per_minute = excluded.requests_per_minute,
     sandbox = excluded.sandbox, earlier_secret_hash = excluded.earlier_secret_hash,
     earlier_secret_until = excluded.earlier_secret_until, approver = excluded.approver, person = excluded.person`,
);

export async function writeOauthClient(
  tx: Tx,
  client: Omit<OauthClient, 'sender' | 'disabled'> & {
    readonly sandbox: boolean;
    readonly approver: boolean;
    readonly person: string | undefined;
  },
): Promise<void> {
  await tx.query(WRITE, [
    client.clientId,
    client.kind,
    client.bankId ?? null,
    client.acquirerId ?? null,
    client.scopes,
    client.secretHash ?? null,
    client.jwks === undefined ? null : JSON.stringify(client.jwks),
    client.requestsPerMinute ?? null,
    client.sandbox,
    client.earlier?.secretHash ?? null,
    client.earlier?.until ?? null,
    client.approver,
    client.person ?? null,
  ]);
}

export interface OpenClientRow {
  client_id: string;
  sandbox: boolean;
  secret_hash: string | null;
  earlier_secret_hash: string | null;
}

const SELECT_OPEN = statement(
  'access.select-open-clients',
  `select client_id, sandbox, secret_hash, earlier_secret_hash from oauth_clients
    where not disabled and (sandbox or client_id = any($1)) order by client_id`,
);

/** Returns the clients that are not disabled and either belong to a sandbox or have one of these names. */
export function selectOpenClients(tx: Tx, clientIds: readonly string[]): Promise<OpenClientRow[]> {
  return tx.query(SELECT_OPEN, [clientIds]);
}

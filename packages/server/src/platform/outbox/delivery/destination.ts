import { LRUCache } from 'lru-cache';
import type { Vault } from '../../vault/index.ts';
import { endpointKeyContext, oauthSecretContext } from '../outbox-seal-contexts.ts';
import type { Delivery, EndpointOauthClient, EndpointSigningKey } from './delivery.ts';
import type { DestinationRow } from './destination-store.ts';

/** Everything about a delivery that belongs to the endpoint and not to the message. */
export type Destination = Pick<Delivery, 'bankId' | 'endpointId' | 'url' | 'keys' | 'oauth' | 'maxInFlight'>;

const MAX_KEYS = 10_000;

/** Opens destinations, and caches opened keys as long as their stored form stays the same. */
export function createDestinations(vault: Vault): (rows: readonly DestinationRow[]) => Destination {
  const cache = new LRUCache<string, { readonly row: DestinationRow; readonly key: EndpointSigningKey }>({
    max: MAX_KEYS,
  });
  const opened = new WeakMap<readonly DestinationRow[], Destination>();
  const keyOf = (row: DestinationRow): EndpointSigningKey => {
    const name = `${row.bank_id} ${row.endpoint_id} ${row.key_id}`;
    const cached = cache.get(name);
    const isSame = cached?.row.key_version === row.key_version && cached.row.sealed_secret.equals(row.sealed_secret);
    if (cached !== undefined && isSame) return cached.key;
    const key = openKey(vault, row);
    cache.set(name, { row, key });
    return key;
  };
  return (rows) => {
    const cached = opened.get(rows);
    if (cached !== undefined) return cached;
    const destination = openDestination(vault, rows, keyOf);
    opened.set(rows, destination);
    return destination;
  };
}

/** Decrypts the secrets of one endpoint from its rows. */
export function openDestination(
  vault: Vault,
  rows: readonly DestinationRow[],
  keyOf = (row: DestinationRow) => openKey(vault, row),
): Destination {
  const [endpoint] = rows;
  if (endpoint === undefined) throw new Error('the endpoint has no signing key');
  return {
    bankId: endpoint.bank_id,
    endpointId: endpoint.endpoint_id,
    url: endpoint.url,
    maxInFlight: endpoint.max_in_flight,
    keys: rows.map(keyOf),
    oauth: openOauth(vault, endpoint),
  };
}

function openKey(vault: Vault, row: DestinationRow): EndpointSigningKey {
  const context = endpointKeyContext(row.bank_id, row.endpoint_id, row.key_id);
  const storedSecret = vault.open(context, { sealed: row.sealed_secret, keyVersion: row.key_version });
  // stored in the form of Standard Webhooks: a prefix up to the underscore, then base64
  const secret = Buffer.from(storedSecret.slice(storedSecret.indexOf('_') + 1), 'base64');
  return { keyId: row.key_id, kind: row.kind, secret };
}

function openOauth(vault: Vault, row: DestinationRow): EndpointOauthClient | undefined {
  const { oauth_token_url: tokenUrl, oauth_client_id: clientId, sealed_oauth_secret: sealed } = row;
  if (tokenUrl === null || clientId === null || sealed === null) return undefined;
  const context = oauthSecretContext(row.bank_id, row.endpoint_id);
  const clientSecret = vault.open(context, { sealed, keyVersion: row.oauth_key_version! });
  return { tokenUrl, clientId, clientSecret, scope: row.oauth_scope ?? undefined };
}

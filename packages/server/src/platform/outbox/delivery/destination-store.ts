import type { SigningKeyKind } from '@cardwright/contract';
import { statement, type Tx } from '../../storage/index.ts';
import type { EndpointOwner } from '../endpoints/endpoint-store.ts';

/** An endpoint with one of its keys: one row for each key that signs. */
export interface DestinationRow {
  bank_id: string;
  endpoint_id: string;
  url: string;
  max_in_flight: number;
  events_per_request: number;
  owner_kind: EndpointOwner['kind'];
  owner_id: string;
  failing_since: Date | null;
  final_codes: string[];
  holder: string | null;
  holder_scopes: string[] | null;
  oauth_token_url: string | null;
  oauth_client_id: string | null;
  oauth_scope: string | null;
  sealed_oauth_secret: Buffer | null;
  oauth_key_version: number | null;
  key_id: string;
  kind: SigningKeyKind;
  sealed_secret: Buffer;
  key_version: number;
}

const selectDestinations = statement(
  'outbox.select-destinations',
  `select e.bank_id, e.endpoint_id, e.owner_kind, e.owner_id, e.url, e.max_in_flight, e.events_per_request, e.failing_since, e.final_codes,
          e.holder, e.holder_scopes,
          e.oauth_token_url, e.oauth_client_id, e.oauth_scope, e.sealed_oauth_secret, e.oauth_key_version, k.key_id, k.kind, k.sealed_secret, k.key_version
     from unnest($1::text[], $2::text[]) as requested (bank_id, endpoint_id)
     join webhook_endpoints e on e.bank_id = requested.bank_id and e.endpoint_id = requested.endpoint_id
     join webhook_keys k on k.bank_id = e.bank_id and k.endpoint_id = e.endpoint_id
    where k.retires_at is null or k.retires_at > $3
    order by k.kind desc, k.created_at desc, k.key_id`,
);

/** Destinations of several endpoints, of any banks. Within a kind, the newest key comes first. */
export function readDestinations(
  tx: Tx,
  bankIds: readonly string[],
  endpointIds: readonly string[],
  now: Date,
): Promise<DestinationRow[]> {
  return tx.query(selectDestinations, [bankIds, endpointIds, now]);
}

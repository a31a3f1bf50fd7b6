import type { Caller } from '../../access/index.ts';
import type { SecondPersonChange } from '../../operation/index.ts';
import type { Tx } from '../../storage/index.ts';
import { ownerOf, subjectOf } from './endpoint.ts';
import { type EndpointRow, lockEndpoints } from './endpoint-store.ts';

/**
 * Finds the caller's endpoint and locks it until the transaction ends. Undefined if the caller has none with this id.
 */
export async function lockOwnEndpoint(tx: Tx, caller: Caller, endpointId: string): Promise<EndpointRow | undefined> {
  const owner = ownerOf(caller);
  if (!owner.ok) return undefined;
  return (await lockEndpoints(tx, owner.value)).find(({ endpoint_id }) => endpoint_id === endpointId);
}

/**
 * The change of an endpoint; `after` is null if it is deleted. It shows the whole URL to people, unlike the audit log.
 */
export function endpointChange(before: EndpointRow, after: object | null): SecondPersonChange {
  const { url, state, events, final_codes, oauth_token_url: tokenUrl, oauth_client_id: clientId } = before;
  const oauth = tokenUrl === null ? null : { token_url: tokenUrl, client_id: clientId };
  return {
    kinds: ['endpoint.change'],
    subject: subjectOf(before.endpoint_id),
    version: before.changed_at.toISOString(),
    display: { before: { url, state, events, final_codes, oauth }, after: after ?? { state: 'DELETED' } },
  };
}

/** The registration of an endpoint, with everything that decides where events go, which ones, and whether they are sent. */
export function registrationChange(endpoint: {
  readonly url: string;
  readonly events: readonly string[];
  readonly final_codes: readonly string[];
  readonly oauth: { readonly token_url: string; readonly client_id: string } | null;
  readonly backfill?: object;
}): SecondPersonChange {
  return {
    kinds: ['endpoint.change'],
    subject: 'webhook-endpoint:new',
    version: 'new',
    display: { before: null, after: endpoint },
  };
}

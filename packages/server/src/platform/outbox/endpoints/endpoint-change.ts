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

interface SentOauth {
  readonly token_url?: string | undefined;
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
  readonly scope?: string | undefined;
}

/** An OAuth client as a second person sees it: with a mark for a new secret instead of the secret. Null for `{}`. */
function displayOauth({ token_url, client_id, client_secret, scope }: SentOauth): object | null {
  if (token_url === undefined) return null;
  return { token_url, client_id, scope, client_secret: client_secret === undefined ? undefined : 'NEW' };
}

/**
 * The change of an endpoint; `after` is null if it is deleted. It shows the whole URL to people, unlike the audit log.
 * Without `oauth`, the OAuth client stays as it is.
 */
export function endpointChange(
  row: EndpointRow,
  after: { readonly [member: string]: unknown; readonly oauth: SentOauth | undefined } | null,
): SecondPersonChange {
  const { url, state, events, final_codes, oauth_token_url: tokenUrl, oauth_client_id, oauth_scope } = row;
  const oauth = displayOauth({
    token_url: tokenUrl ?? undefined,
    client_id: oauth_client_id ?? undefined,
    scope: oauth_scope ?? undefined,
  });
  const before = { url, state, events, final_codes, oauth };
  return {
    kinds: ['endpoint.change'],
    subject: subjectOf(row.endpoint_id),
    version: row.changed_at.toISOString(),
    display: {
      before,
      after:
        after === null
          ? { state: 'DELETED' }
          : { ...after, oauth: after.oauth === undefined ? oauth : displayOauth(after.oauth) },
    },
  };
}

/** The registration of an endpoint, with everything that decides where events go, which ones, and whether they are sent. */
export function registrationChange(endpoint: {
  readonly url: string;
  readonly events: readonly string[];
  readonly final_codes: readonly string[];
  readonly oauth: SentOauth | undefined;
  readonly backfill?: object;
}): SecondPersonChange {
  return {
    kinds: ['endpoint.change'],
    subject: 'webhook-endpoint:new',
    version: 'new',
    display: { before: null, after: { ...endpoint, oauth: displayOauth(endpoint.oauth ?? {}) } },
  };
}

import type { Tx } from '../../storage/index.ts';
import type { Vault } from '../../vault/index.ts';
import { oauthSecretContext } from '../outbox-seal-contexts.ts';
import { updateOauth } from './endpoint-store.ts';

/** Stores the OAuth client of an endpoint, with its secret sealed. */
export async function setOauth(
  tx: Tx,
  vault: Vault,
  bankId: string,
  endpointId: string,
  oauth: { token_url: string; client_id: string; client_secret: string; scope?: string },
): Promise<void> {
  await updateOauth(tx, bankId, endpointId, {
    tokenUrl: oauth.token_url,
    clientId: oauth.client_id,
    scope: oauth.scope,
    secret: vault.seal(oauthSecretContext(bankId, endpointId), oauth.client_secret),
  });
}

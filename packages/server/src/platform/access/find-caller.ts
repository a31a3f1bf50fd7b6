import type { Tx } from '../storage/index.ts';
import type { Caller } from './caller.ts';
import { findOauthClient } from './clients/oauth-client-store.ts';

/**
 * Returns an OAuth client as a caller with its current rights, for connections that use no access tokens. Returns
 * undefined if there is no such client, or if an operator disabled it.
 */
export async function findCaller(tx: Tx, clientId: string): Promise<Caller | undefined> {
  const client = await findOauthClient(tx, clientId);
  if (client === undefined || client.disabled) return undefined;
  const { sender, kind, bankId, acquirerId, scopes } = client;
  return {
    clientId,
    sender,
    kind,
    scopes: new Set(scopes),
    ...(bankId !== undefined && { bankId }),
    ...(acquirerId !== undefined && { acquirerId }),
  };
}
